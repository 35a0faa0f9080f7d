/** `service`: about what the family booked. `offers`: only to addresses that agreed to offers. */
export const messageKinds = ['service', 'offers'] as const
export type MessageKind = (typeof messageKinds)[number]

/**
 * The audiences of a message. `wholeClass`: all who have a place on a date to come, or had one if the class is over.
 * `booked`: all who booked a date of a term, a type or an age. `unpaid`: whose order is not paid, or not wholly.
 * `buyers`: who bought a product, or any.
 */
export const audienceKinds = [
  'date',
  'wholeClass',
  'family',
  'venueDay',
  'booked',
  'everybody',
  'unpaid',
  'buyers',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** The audiences that need the permission `message.all`. */
export const wideAudiences: readonly AudienceKind[] = ['booked', 'everybody', 'unpaid', 'buyers']

/** The names that can be filled in, each with the words used for a recipient who has no such name. */
const fallbacks = { 'first name': 'there', child: 'your child', class: 'your class', day: 'the day' } as const
export type FillIn = keyof typeof fallbacks
export const fillIns = Object.keys(fallbacks) as FillIn[]

/**
 * The names that can be filled in for each audience. A class and its day are known only for people with
 * places.
 */
export const fillInsOf: Record<AudienceKind, readonly FillIn[]> = {
  date: fillIns,
  wholeClass: fillIns,
  venueDay: fillIns,
  booked: fillIns,
  family: ['first name', 'child'],
  everybody: ['first name'],
  unpaid: ['first name'],
  buyers: ['first name'],
}

const braced = /\{([^{}\n]*)\}/g

/** Returns the first `{word}` of a text that is not one of those that can be filled in. */
export const unknownFillIn = (text: string, known: readonly FillIn[]): string | undefined =>
  [...text.matchAll(braced)].find(([, word = '']) => !known.includes(word as FillIn))?.[0]

/** Fills in the names of one recipient. */
export const fillIn = (text: string, values: Record<FillIn, string>): string =>
  text.replace(braced, (whole, word: string) =>
    Object.hasOwn(fallbacks, word) ? values[word as FillIn] || fallbacks[word as FillIn] : whole,
  )

/** Returns 'Ada', 'Ada and Ben', 'Ada, Ben and Cy'. */
export const listInWords = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Returns the first words of a text that sound like advertising, for which families must have agreed to offers. */
export const advertisingIn = (text: string): string | undefined =>
  /\b(?:special |our )?(?:offers?|discount(?:s|ed)?|sale|half[- ]price|voucher codes?)\b|\d+ ?% off\b/i.exec(
    text,
  )?.[0]

export const messageSentences = {
  subjectRequired: 'Please write a subject',
  subjectTooLong: 'Please write a shorter subject',
  textRequired: 'Please write your message',
  nobody: 'This would reach nobody',
  noAdvertising: 'This sounds like advertising. Please ask a manager to write it',
  chooseWhom: 'Please choose whom to write to',
  changed: 'Who gets it has changed meanwhile. Please look at the numbers again',
  tooFar: 'Please choose a time within the next 90 days',
  past: 'This time is over. Please choose a later one',
  notFound: 'This message is not there',
  over: 'All of it has been sent already',
  noSuchThing: 'What this message is about is no longer there',
} as const

/** The refusal of a `{word}` that cannot be filled in. */
export const cannotFillIn = (word: string, known: readonly FillIn[]): string =>
  `${word} cannot be filled in here. These can: ${bracedWords(known)}`

/** Returns '{first name}, {child}'. */
export const bracedWords = (words: readonly FillIn[]): string => words.map(word => `{${word}}`).join(', ')

/** The refusal of a service message that sounds like advertising. */
export const isThisAdvertising = (words: string): string =>
  `Is this advertising? “${words}” sounds like it. Only families who agreed may get offers, that is the law`
