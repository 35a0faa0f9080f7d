import { daysBetween, momentInLondon, todayInLondon } from '../calendar.ts'
import { shortDay, weekdayName } from '../wording.ts'
import { inWords } from './import-cells.ts'
import { maxHeadings } from './import-headings.ts'

/** What the office says of families, registers and imports. */
export const peopleSentences = {
  familyNotFound: 'This family was not found',
  childNotFound: 'This child was not found',
  childHasPlaces: 'This child has places still to come. Cancel them first, or wait until they are over',
  emailChangedMeanwhile: 'This address has been changed meanwhile. Please look at the family again',
  tooManyEmails: 'You have changed three addresses today. Ask a colleague, or wait until tomorrow',
  emailTheSame: 'This is the address they have',
  registerClosed: 'This register has closed. It is open until 2 hours after the class',
  registerNotYours: 'This register is not yours',
  notesNotToday: 'The front desk can open the notes of children who come today or tomorrow',
  importNotFound: 'This import was not found',
  notCsv: 'This is not a CSV file. In your table program choose Save as, then CSV UTF-8',
  noHeadings: 'This file has no heading line',
  fileEmpty: 'This file has no lines under its headings',
  fileTooLarge: 'A file can have 10 MB at most',
  tooManyLines: 'A file can have 20,000 lines at most. Please cut it into two',
  tooManyHeadings: `A file can have ${maxHeadings} columns at most`,
  notNow: 'This import is past that step',
  fileNeeded: 'This file is needed as long as its import runs or can go on, or it is deleted already',
  checkedMeanwhile: 'This file has been checked anew meanwhile. Please look at what is imported now',
  columnTwice: 'Two columns are read as the same. A whole name stands for both names',
  nothingGood: 'No line of this file can be imported yet',
  importFailed: 'It went wrong five times and was stopped. What is imported stays: go on, or undo it',
  bookedTime: 'Families have booked this date. Change its end in the planner, where they are told',
  undoTooLate: 'An import can be undone for 24 hours',
  undoUsed: 'Something of this import has been used since, so it can no longer be undone',
} as const

/** “Opens Sunday 03:45”; with its date where that is not within a week. */
export function registerOpens(opensAt: Date, now: Date): string {
  const [day = '', time = ''] = momentInLondon(opensAt).split(' ')
  const isSoon = daysBetween(todayInLondon(now), day) < 7
  return `Opens ${isSoon ? weekdayName(day) : shortDay(day)} ${time}`
}

export const columnsMissing = (names: string[]): string =>
  `Please say which column is ${names.map(inWords).join(', ')}${
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
  `Line ${line} is longer than 100,000 letters. Perhaps a quotation mark is not closed`
