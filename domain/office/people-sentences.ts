import { maxHeadings, undoImportHours } from '#domain/limits.ts'
import { daysBetween, momentInLondon, todayInLondon } from '../calendar.ts'
import { shortDay, weekdayName } from '../format-dates.ts'
import { columnWords } from './column-words.ts'

/** The office's messages about families, registers and imports. */
export const peopleSentences = {
  familyNotFound: 'This family was not found',
  childNotFound: 'This child was not found',
  duplicateNotFound: 'These two are not on the list of possible duplicates',
  childHasPlaces: 'This child has places still to come. Cancel them first, or wait until they are over',
  emailChangedMeanwhile: 'This address has been changed meanwhile. Please look at the family again',
  tooManyEmails: 'You have changed three addresses today. Ask a colleague, or wait until tomorrow',
  creditsGranted: 'Give 1 to 100 credits at once',
  creditsUndone: 'This has already been undone',
  contactsWhole: 'A contact needs both names, mobile, email and relationship, or none of them',
  tooManyChildren: 'This family cannot have any more children',
  phoneWhole: 'Please enter the whole number with its area code, or + and the country code',
  childNameRequired: 'Please enter the child’s name',
  familyFrozen: 'This family is frozen',
  familyNotFrozen: 'This family is not frozen',
  hasPassword: 'This family has a password. They can set another one where they log in',
  passwordMailed: 'This family was mailed three links today. Please wait until tomorrow',
  noteRequired: 'Please write the note',
  noteNotYours: 'Only its author or a manager can withdraw this note',
  noteWithdrawn: 'This note has been withdrawn already',
  emailTheSame: 'This is the address they have',
  registerClosed: 'This register has closed. It is open until 2 hours after the class',
  markTooEarly: 'You can mark from 1 hour before the start',
  markTooLate: 'This register has closed. Ask a manager to mark it',
  markElsewhere: 'This place is not of this date',
  registerNoteNotYours: 'Only its author or a manager can change this note',
  incidentHappened: 'Please write what happened',
  incidentTime: 'Please write when it happened',
  incidentTooEarly: 'An incident can be written from 1 hour before the start',
  fireNotYours: 'You have no class at this venue today',
  markedByOther: 'Marks of a colleague wait on this device until they sign in here',
  markAfterEnd: 'This was marked after you were signed out',
  registerNotYours: 'This register is not yours',
  notesNotToday: 'The front desk can open the notes of children who come today or tomorrow',
  importNotFound: 'This import was not found',
  notCsv: 'This is not a CSV file. In your spreadsheet choose Save as, then CSV UTF-8',
  noHeadings: 'This file has no heading line',
  fileEmpty: 'This file has no lines under its headings',
  fileTooLarge: 'A file can have 10 MB at most',
  tooManyLines: 'A file can have 20,000 lines at most. Please split it into two',
  tooManyHeadings: `A file can have ${maxHeadings} columns at most`,
  notNow: 'This import is past that step',
  fileNeeded: 'This file is still needed by its import, or has been deleted already',
  checkedMeanwhile: 'This file has been checked again since. Please look at what is imported now',
  columnTwice: 'Two columns are read as the same field. A whole name includes both names',
  nothingGood: 'No line of this file can be imported yet',
  importFailed: 'It failed five times and was stopped. What is imported stays. Continue, or undo it',
  bookedTime: 'Families have booked this date. Change its end in the planner, where they are told',
  undoTooLate: `An import can be undone for ${undoImportHours} hours`,
  undoUsed: 'Something of this import has been used since, so it can no longer be undone',
} as const

/** The office's messages about bringing a guest's orders into a family. */
export const claimSentences = {
  isFamilys: 'This order already belongs to a family',
  noEmail: 'They left no email address, so nothing can be confirmed by email',
  enquiryIsFamilys: 'This enquiry already belongs to a family. Please look at it again',
  mailedEnough: 'They were mailed three links today. Please wait until tomorrow',
} as const

/** The uses of an imported family that prevent undoing the import. */
export const usesOfFamily = {
  signedUp: 'has signed in or chosen a password',
  ordered: 'has an order',
  changed: 'was changed since',
  child: 'has another child since',
  noted: 'has a note since',
}

/** Returns “This import can no longer be undone: Mia Kaya has an order”. */
export const undoUsedBy = (name: string, use: keyof typeof usesOfFamily): string =>
  `This import can no longer be undone: ${name || 'one of its families'} ${usesOfFamily[use]}`

/** Returns “They have 3 credits. You can take at most 3”. */
export const maxTaken = (credits: number): string =>
  `They have ${credits === 1 ? '1 credit' : `${credits} credits`}. You can take at most ${credits}`

/** Returns “Opens Sunday 03:45”; with the date if it is more than a week away. */
export function registerOpens(opensAt: Date, now: Date): string {
  const [day = '', time = ''] = momentInLondon(opensAt).split(' ')
  const isSoon = daysBetween(todayInLondon(now), day) < 7
  return `Opens ${isSoon ? weekdayName(day) : shortDay(day)} ${time}`
}

export const columnsMissing = (names: string[]): string =>
  `Please say which column is ${names.map(columnWords).join(', ')}${
    names.includes('first_name') && names.includes('last_name')
      ? '. Where one has both names, choose whole name'
      : ''
  }`
export const importedBefore = (day: string): string => `This file was imported on ${day}`
export const importFailedBefore = (day: string): string =>
  `An import of this was begun on ${day} and stopped half-way. Open that one to go on or to undo it`
export const somebodyImports = (name: string): string =>
  `${name} is importing just now. Press again when that is done`
export const quoteNotClosed = (line: number): string =>
  `Line ${line}: a quotation mark is opened and not closed`
export const lineTooLong = (line: number): string =>
  `Line ${line} is longer than 100,000 characters. Perhaps a quotation mark is not closed`

/** The email address of a new family is in use. */
export const addressOfFamily = (name: string): string =>
  `${name || 'Another family'} has this email address already`

/** A child with these names and this birthday is in the family already. */
export const childThere = (name: string): string => `${name} with this birthday is in this family already`

/** Returns “name, address and telephone number”. */
export function listInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
