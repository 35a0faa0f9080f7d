import { maxPictureMegabytes, maxPictureMegapixels } from './limits.ts'

/**
 * The messages that answer what a customer does, spelled exactly as the specification prints it: "Succesfully",
 * "please Select Course" and the like are fixed by the documents (decision B-08).
 */
export const sentences = {
  // Signing in and registering (spec 1 §5, decisions D)
  emailRequired: 'Please enter a valid email address',
  passwordRequired: 'Please enter a password',
  firstNameRequired: 'First Name is Required',
  lastNameRequired: 'Last name is Required',
  mobileRequired: 'Mobile is Required',
  phoneInvalid: 'Please enter a valid phone number',
  termsRequired: 'Please agree to the Terms and Conditions',
  passwordsDiffer: 'Your password and confirmation password do not match',
  codeRequired: 'Please enter the 4 digit code that was sent to your email address',
  codeWrong: 'The verification code is incorrect or has expired',
  linkInvalid: 'This link is not valid, or it has run out',
  wrongLogin: 'Incorrect email or password',
  accountFrozen: 'Your account is on hold. Please contact us, and we will help you',
  emailTaken: 'This email address is already registered',
  oldPasswordWrong: 'Your old password is incorrect',
  passwordLength: 'Please choose a password of 6 to 128 characters',
  passwordTooCommon: 'This password is too easy to guess. Please choose another one',
  pleaseLogIn: 'Please log in',
  codeJustSent: 'A code has already been sent. Please wait five minutes before asking for another one',
  tooManyTries: 'Too many attempts. Please wait a while and try again',
  pictureUnreadable: 'Please choose a photo or drawing as a JPEG, PNG, WebP or GIF file',
  savePhotoAsJpeg: 'Please save this photo as JPEG',
  pictureTooLarge: `This picture is too large. Please choose one of at most ${maxPictureMegabytes} MB and ${maxPictureMegapixels} megapixels`,
  messageNotFound: 'This notification was not found',
  accountClosed: 'Your account is closed',
  passwordWrong: 'Your password is incorrect',
  closeUnpaid: 'Please pay for or cancel your unpaid orders before you close your account',
  closeExpected:
    'A payment for one of your bookings is still expected. You can close your account once it has arrived',
  closeRefunding: 'A refund is still on its way to you. You can close your account once it has arrived',
  closeChanged:
    'Your email address was changed less than a week ago. You can close your account a week after that',
  closeOpen:
    'You have paid for places or goods that are still to come. Confirm that you give them up to close your account',
  tooManyPictures: 'You have uploaded a lot of pictures today. Please try again tomorrow',
  pictureNotKept: 'Your picture could not be kept just now. Please try again in a moment',
  pictureNotFound: 'This picture was not found. Please upload it again',

  // Children
  starredRequired: 'fields marked with a * are required',
  addChildFirst: 'Please add a child first',
  childNotFound: 'This child was not found',
  tooManyChildren:
    'Your account has as many children as it can have. Please contact us if you need to add another one',
  birthdayInvalid: 'Please enter a valid date of birth',
  childSavedElsewhere:
    'This child’s details were changed elsewhere after you opened them. Please open them again and repeat your change',
  savedElsewhere: 'Somebody else has changed this since you opened it. Please look at it again',

  // Booking (spec 1 §5, spec 2 §5)
  comingSoon: 'Coming soon ! Watch this space !',
  selectCourse: 'please Select Course',
  selectCourseForTrial: 'please select course',
  selectChild: 'please Select Child',
  selectYourChild: 'Please select your child',
  noTrial: 'Auditions are not supported',
  packOnly: 'This course can only be purchased by package members',
  packOnlyNotCovered: 'You do not have enough class credits for this booking',
  confirmOrder: 'Are you sure to place this order ?',
  cancelled: 'cancel',
  totalUnknown: 'The total could not be worked out',
  full: 'Sorry, this class is full',
  membersOnly: 'This class is for families who have been with us before',
  past: 'This class has already started and can no longer be booked',
  alreadyBooked: 'This child is already booked into this class',
  contactOfLineInvalid:
    'The contact details of this place are not valid. Please remove it here and add it again',
  attendeeAlreadyBooked: 'This person is already booked into this session',
  trialUsed: 'This child has already had a trial for this class',
  guestTrialUsed: 'A trial for this class has already been booked with this email address',
  guestPhoneTrialUsed: 'A trial for this class has already been booked with this telephone number',
  accountTrialUsed: 'A trial for this class has already been booked on your account',
  oneTrialOnly: 'A trial is for one class and one child',
  contactRequired: 'Please enter your full name and an email address or mobile number',
  tooManyPlaces:
    'You have as many places in this class as one account can have. Please contact us if you need more',
  tooManyUnpaid: 'Please pay for, confirm or wait for your earlier bookings before making another one',
  tooManyUnpaidOrders:
    'You have as many unpaid orders as you can have at once. Please pay for one of them or cancel it first',
  payLaterNotOffered: 'Paying later is not offered here. Please choose to pay by card',
  tooManyUnpaidNearby:
    'Some bookings made from your network are still unpaid. Please pay for them, log in, or try again in a while',
  tooManyFreeNearby:
    'Three free bookings from your network in the last hour have not been confirmed. Please log in, or try again in an hour',
  changedMeanwhile: 'This class has just changed. Please look at your booking again',
  discountInvalid: 'This discount code is not valid',
  tooManyCodes:
    'Too many discount codes that are not valid. Please try again in an hour, or book without one',
  sessionNotFound: 'This class was not found',
  placesAvailable: 'There are still places available in this class. You can book it now',
  waitingContactRequired: 'Please enter your full name and your email address',
  tooManyWaiting:
    'Several people of your account or network wait for this class already, and no more can be added for now',
  alreadyWaiting: 'You are already on the waiting list',
  notWaiting: 'You are no longer on this waiting list',

  // Timetables
  timeSkipped: 'The clocks go forward that night and leave this time out. Please choose another one',
  rangeBackwards: 'The first day must not be after the last day',
  rangeTooLong: 'Please choose at most 31 days at a time',

  // Class packs
  packNotFound: 'This class pack was not found',

  // Orders
  orderNotFound: 'This order was not found',
  notPayable: 'This order can no longer be paid',
  notDispatchable: 'This order can no longer be dispatched',
  beingChecked: 'We are still checking your payment for this order. Please do not pay again',
  notCancellable: 'This order can no longer be cancelled',
  cancelUnavailable: 'This order could not be cancelled just now. Please try again in a moment',
  paymentUnavailable: 'The payment page could not be opened. Please try again in a moment',
  notReschedulable: 'This class can no longer be rescheduled',
  answeredBefore: 'This was answered already, or the time to answer is over',
  placeNotCancellable: 'This place cannot be cancelled here. Please contact us',
  notChoosable: 'This class cannot be chosen',

  // The shop and its basket (spec 1 §5, decisions D-04, D-13, D-19)
  notEnoughStock: 'Sorry, there is not enough stock',
  belowCard: 'A card pays £0.30 or more. Please order more',
  termsVersionNotFound: 'This version was not found',
  productNotFound: 'This product was not found',
  selectProduct: 'Please select a product',
  atLeastOne: 'Please choose at least one',
  notInBasket: 'This is no longer in your basket',
  fullNameRequired: 'Full name is Required',
  addressRequired: 'Address is Required',
  chooseSize: 'Please choose a size',
  sizeGone: 'This size is no longer available. Please choose another',
  collectNeedsClass: 'We can hand it over only at a class that you have booked. Please give an address',
  postalCodeRequired: 'Postal code is Required',

  // Content and enquiries
  notFound: 'This page was not found',
  contentRequired: 'Please write your message',
  answerRequired: 'Please leave an email address or phone number so that we can answer',

  // Success messages
  successful: 'Successful',
  addedToBasket: 'Added to Basket',
  addSuccess: 'add success',
  deleted: 'succesfully deleted',
  rescheduled: 'Succesfully rescheduled',
  absenceTold: 'Thank you for telling us',
  absenceTakenBack: 'We look forward to seeing you',
  absenceOver: 'This class is over',
  placeCancelled: 'Your place was cancelled',
  childEdited: 'modify successfully',
  childSaved: 'Succesfully saved',
  orderCancelled: 'Succesfully',

  // The edge of the server
  unknownCall: 'Unknown call',
  badRequest: 'The request could not be read',
  tooLarge: 'The request is too large',
  notOpenYet: 'We are getting ready. Booking opens soon',
  busy: 'We are very busy just now. Please try again in a moment',
  unexpected: 'Something went wrong. Please try again',
} as const

/** Shown after several orders were abandoned, with the time until which the account must wait. */
export const restsUntil = (moment: string): string =>
  `Several of your orders were kept for you and not paid. Please order again after ${moment}`

/** The order would cost more than the customer was shown: '£14.50', '3 credits', '£5.67 and 1 credit'. */
export const priceIsNow = (price: string): string => `The price is now ${price}. Please look again`

/** Asked before a child is added with the names and birthday of another child of the account. */
export const childThereAlready = (name: string): string =>
  `${name} with this birthday is already among your children`

/** A child whose age the class does not take: 'Leo', '2 years old', 'ages 3 to 5'. */
export const classIsFor = (child: string, age: string, ages: string): string =>
  `${child} is ${age} on that day. This class is for ${ages}.`

/** More places are requested than are left. */
export const placesLeftOnly = (places: number): string =>
  places === 1
    ? 'Sorry, only 1 place is left in this class'
    : `Sorry, only ${places} places are left in this class`

/** The office changed the address less than a week ago, so the password cannot be reset. */
export const resetWaits = (day: string): string =>
  `We changed the email address of this account. A new password can be set from ${day}, or once the old address has agreed`

/** A child's medical or allergy note is hidden for a while. */
export const notesKept = (day: string): string => `Kept, and shown again on ${day}`
