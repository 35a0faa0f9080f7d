/** The messages of the office to staff. Where a refusal is the same as for parents, it uses their message. */
export const officeSentences = {
  signInAgain: 'Please sign in',
  notYours: 'Your role does not allow this',
  confirmYourself: 'Please confirm that it is you',
  notFound: 'This was not found',
  sentBefore: 'This form was sent before. Please reload the page',
  sayWhy: 'Please say why',
  ageLike: 'Write an age like 3, or 18 months',
  priceLike: 'Write the price like 8.50',
  wholeNumber: 'Write a whole number',
  onlyYouSee: 'Only you can see this',
  offline: 'You are offline. Nothing was sent',
  comesLater: 'You are offline. This comes as soon as you are back',
  /** `mark` is the beginning of the id of the log line. */
  noted: (mark: string) => `Something went wrong. It has been noted: ${mark}`,

  // Signing in (spec 3 §2)
  signInFailed: 'That did not work. Check your details and try again',
  codeWanted: 'Please enter the code',
  codeWrong: 'The code is wrong or has been used. Wait for the next one',
  linkEnded: 'This link has been used or is too old. Ask for a new one',
  fullNameRequired: 'Please enter your full name',
  staffPasswordLength: 'Please choose a password of 12 to 128 characters',
  staffPasswordCommon: 'This password is too easy to guess. Please choose another one',
  passkeyKnown: 'This passkey is in use already',
  lastCredential: 'This is your only way to sign in. Add another one first',
  emailTaken: 'Somebody else here signs in with this address',
  demoHasNoCredential: 'The people of the demonstration sign in without passkeys and passwords',

  // Staff
  worksHere: 'This person works here already',
  lastOwner: 'Make somebody else an owner first',
  notYourself: 'You cannot reset your own sign-in. Use “My sign-in”',
  isSuspended: 'This person is suspended',
} as const

/** The first part of a refused save (spec 3 §2): “Ann changed this at 14:05. Nothing of yours is lost”. */
export const changedMeanwhile = (name: string, time: string): string =>
  `${name} changed this at ${time}. Nothing of yours is lost`

/** The last line of a truncated file. */
export const fileGoesOn = (most: number): string =>
  `The list is longer: a file has ${most.toLocaleString('en-GB')} lines at most. Filter the list to get the others`

/** Whether a reason is long enough to explain anything. */
export const saysWhy = (reason: string): boolean => reason.length >= 3
