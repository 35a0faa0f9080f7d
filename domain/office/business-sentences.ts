import { minContrast } from './business-rules.ts'

/** The office's messages about the business itself. */
export const businessSentences = {
  invalidEmail: 'Please enter a valid email address',
  invalidPhone: 'Please enter a valid phone number',
  noCommaInName: 'Please write the name without a comma',
  invalidVatNumber: 'This is not a valid VAT number',
  vatIsTheOwners: 'Only the owner may change the tax',
  sayWhatPointsAreFor: 'Please say what families get for their points',
  postagePrice: 'Write nothing, or an amount from £0.30 to £100.00',
  freeFrom: 'Write nothing, or an amount from £0.01 to £2,000.00',
  sayHowToPayLater: 'Please say how families pay later. They read it on their order',
  wholeDays: 'Write the days as a whole number from 1 to 365',
  wholeHours: 'Write the hours as a whole number, at most 8760',
  hoursOnce: 'Two rows have the same hours',
  wholePercent: 'Write a whole number from 0 to 100',
  notReady: 'Not everything is done yet',
  alreadyOpen: 'The business is open already',
  notOpenYet: 'The business is not open yet',
  notPaused: 'Bookings are not paused',
  pauseTextRequired: 'Please write what visitors read',
  inPracticeMailbox: 'No mail server is set, so it is in the practice mailbox',
  noTestSent: 'Please send a test first',
} as const

/** Returns “Trading name is required”. */
export const isRequired = (field: string): string => `${field} is required`

/** Shown after a colour was darkened: “This colour is too light to read. We made it darker: #9c2f11”. */
export const tooLight = (darker: string): string =>
  `This colour is too light to read. We made it darker: ${darker}`

/**
 * Explains a colour's contrast: “Its contrast with white text and a white page is 2.8:1. Readable text needs 4.5:1.”
 * Rounds down: 4.49 is not enough.
 */
export const contrastWords = (contrast: number): string =>
  `Its contrast with white text and a white page is ${(Math.floor(contrast * 10) / 10).toFixed(1)}:1. Readable text needs ${minContrast}:1.`

/** The things that each step of the set-up still needs. */
export const stepWants = {
  business: 'Name, email address, phone and address',
  look: 'A logo',
  tax: 'Your answer about VAT',
  money: '',
  payments: 'Real card payments: your own Stripe account',
  mail: 'A test mail that arrived',
  venues: 'A venue and an age group',
  classes: 'A type of class with a sentence or two about it and a picture',
  term: 'A class with a published date that is still to come',
  texts: 'Terms and a privacy policy: write drafts, then replace their words in square brackets',
} as const

/** The type of class that is closest to complete. */
export interface BegunType {
  name: string
  hasText: boolean
  hasPicture: boolean
}

/** Names what a type still lacks: “A picture for “Ballet””. */
export const typeWants = ({ name, hasText, hasPicture }: BegunType): string =>
  `${[!hasText && 'A sentence or two about', !hasPicture && (hasText ? 'A picture for' : 'a picture for')]
    .filter(Boolean)
    .join(', and ')} “${name}”`

/** The names of the two list entries that a class needs first. */
export const [aVenue, anAgeGroup] = ['A venue', 'An age group']

/** Asks to replace the words in square brackets in these texts. */
export const replaceBrackets = (texts: string[]): string =>
  `Please replace the words in square brackets: ${texts.join(' and ')}`
