import { maxClassHours, maxPlaces, minClassMinutes } from '#domain/limits.ts'
import { counted } from '../counted.ts'
import { longMoment, shortDay } from '../format-dates.ts'

/** The planner's messages (spec 3 §2.5). */
export const plannerSentences = {
  chooseType: 'Please choose a type',
  chooseVenue: 'Please choose a venue',
  chooseAge: 'Please choose an age',
  chooseRoom: 'Please choose a room of this venue',
  chooseTerm: 'Please choose a term',
  chooseTeacher: 'Please choose teachers who work here',
  nameTerm: 'Please give the term a name',
  termNameTaken: 'There is a term of this name already',
  termBackwards: 'The last day must be after the first',
  termTooLong: 'A term lasts a year at most',
  closureOutside: 'A closure must lie within its term',
  closureDays: 'Please fill in both days of each closure',
  endAfterStart: 'The end must be after the start',
  slotLength: `A class lasts from ${minClassMinutes} minutes to ${maxClassHours} hours`,
  slotTwice: 'This class already has this day and time',
  slotsSwapped: 'Two times cannot be swapped at once. Move one of them first',
  addATime: 'Add at least one time',
  chooseDay: 'Please choose the day of each time',
  fillInTimes: 'Please fill in all days and times',
  noDates: 'There is no such day between these two',
  tooManyDates: 'A class has 500 dates at most',
  tooLong: 'A date lasts 14 days at most',
  maxPlaces: `A date has ${maxPlaces} places at most`,
  price: 'A price is £2,000.00 at most',
  credits: 'A date costs 50 credits at most',
  packNeedsCredits: 'A pack-only class needs at least 1 credit',
  trialDearer: 'A trial cannot cost more than the class',
  pale: 'This colour is too light to see',
  kindIsSold: 'This class has bookings. Make a new one for another kind',
  typeIsSold: 'This class has bookings. Make a new one for another type',
  venueIsSold: 'This class has bookings. Open a date to move that one to another venue',
  dateTaken: 'This class already has a date then',
  draftsOnly: 'Only drafts can be deleted. Hide it instead',
  moveTooSoon: 'A date can only be moved to a time more than 2 hours from now',
  withinADay: 'A date begins and ends on its own days',
  hasBegun: 'This date has begun',
  isCancelled: 'This date has already been cancelled',
  notFound: 'This date was not found',
  onOffer: 'One of its places is being offered to a family. Wait until that is over',
  choosePublishDay: 'Please choose a day',
  choosePublishTime: 'Please choose a time',
  publishPast: 'Choose a time that is still to come',
  nothingToChange: 'Please fill in at least one change',
  nothingToPublish: 'There are no drafts to publish that are still to come',
  beingMade: 'This term is still being made',
  termOpened: 'This term has been published already. Archive it instead',
  onlyPublishedArchived: 'Only a published term can be archived',
  copyTooMuch: 'A term of more than 10,000 dates cannot be copied at once',
  nothingToCopy: 'Choose at least one class',
} as const

export const minPlaces = (least: number): string =>
  `${least} ${least === 1 ? 'place is' : 'places are'} taken or kept. The least is ${least}. Move or cancel places first`
export const roomHolds = (room: string, holds: number): string => `${room} holds ${holds}`
/** Whether the message says that a room is too small, which a reason overrides. */
export const wantsReason = (sentence: string): boolean => / holds \d+$/.test(sentence)
export const outsideTerm = (term: { name: string; startDate: string; endDate: string }): string =>
  `These dates lie outside ${term.name}, ${shortDay(term.startDate)} to ${shortDay(term.endDate)}`
/** Explains why the time to publish is too late. */
export const beginsBefore = (first: Date): string =>
  `The first date begins on ${longMoment(first)}. Choose a time before then`
/** Whether a draft would begin before it is published. */
export const beginsUnseen = (startsAt: Date, publishAt: Date): boolean => startsAt <= publishAt
/** Explains why a draft cannot be at this time. */
export const becomesPublic = (at: Date): string =>
  `A date must begin after it becomes public on ${longMoment(at)}`
/** Explains why a date of this term cannot remain a draft. */
export const termOpens = (term: { name: string; opensAt: Date }): string =>
  `${term.name} opens on ${longMoment(term.opensAt)}. Call that off under Terms`
const keepIt = 'Keep it anyway?'
export const inClosure = (closure: string): string => `This date is in ${closure}. ${keepIt}`
/** Whether the refusal is the question about a closure. After a yes the call is repeated with `keepInClosure`. */
export const asksToKeep = (sentence: string): boolean => sentence.endsWith(keepIt)
export const datesOutside = (dates: number): string =>
  `${dates} ${dates === 1 ? 'date lies' : 'dates lie'} outside these days. Move or delete ${dates === 1 ? 'it' : 'them'} first`

const maxNamed = 5
/** Names the first few dates, and how many more there are. */
export const firstFew = (names: string[]): string =>
  names.slice(0, maxNamed).join('; ') +
  (names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '')

/** Names the dates, the number of families who attend them, and what can be done. */
export function datesInClosure(dates: { title: string; date: string }[], families: number): string {
  const [lie, them] = dates.length === 1 ? ['date lies', 'it'] : ['dates lie', 'them']
  const booked = families === 0 ? 'No family is' : families === 1 ? '1 family is' : `${families} families are`
  const which = firstFew(dates.map(({ title, date }) => `${title}, ${shortDay(date)}`))
  return `${dates.length} ${lie} in a closure. Keep ${them}, or move or delete ${them} first: ${which}. ${booked} booked on ${them}`
}

/** Returns “Room 1 is taken by Ballet 3–4, 10:00–10:45”. */
export const clashInWords = (clash: {
  with: 'room' | 'teacher'
  name: string
  title: string
  startTime: string
  endTime: string
}): string =>
  clash.with === 'room'
    ? `${clash.name} is taken by ${clash.title}, ${clash.startTime}–${clash.endTime}`
    : `${clash.name} teaches ${clash.title} at that time, ${clash.startTime}–${clash.endTime}`
/** The label of the option to move published dates too. */
export const tellOfNewTime = (places: number): string =>
  `Tell the families of ${counted(places, 'place')}, who may ask for another date`
/** Says how many families of the waiting list are offered places. */
export const offeredPlaces = (families: number): string =>
  `${counted(families, 'family', 'families')} on the waiting list ${families === 1 ? 'is' : 'are'} being offered ${families === 1 ? 'a place' : 'places'}`
