import { momentInLondon } from '#domain/calendar.ts'
import { longMoment } from '#domain/format-dates.ts'

/** Returns “Ann Perry marked this order as sent on Tuesday 24 November 2026 at 14:05”. */
export const sentBefore = (name: string, at: Date): string =>
  `${name || 'Somebody'} marked this order as sent on ${longMoment(at)}`

/** The office's messages about products that are handed over at a class. */
export const handOverSentences = {
  notHere: 'This order is not handed over here',
  gone: 'This order was handed over, sent or returned meanwhile',
  told: 'The family has been told, so this can no longer be undone',
}

/** The office's messages about payment links and reminders. */
export const linkSentences = {
  paid: 'This order has been paid',
  nothingToPay: 'There is nothing to pay for this order',
  noLongerKept: 'This order has ended and holds nothing any more',
  isBeingChecked: 'A payment of this order differs. Decide about that first',
  noEmail: 'They left no email address. Please ring them',
  chooseKept: 'Please choose a day and a time',
  keepToCome: 'Please choose a time to come',
} as const

/**
 * The office's messages about moving a place. Those named after an `Obstacle` say why a date cannot be
 * chosen.
 */
export const moveSentences = {
  noPlace: 'This place was not found, or it is not confirmed',
  childrenRebooked:
    'Only a child’s place can be booked at today’s price like this. Cancel this one and book the other date',
  otherKind: 'A place moves only to a class of the same kind',
  chooseDate: 'Please choose a date',
  otherPrice: 'This date has another price. A manager can move the place there',
  moreCredits: 'The place did not take so many credits',
  present: 'Booked here',
  over: 'It cannot be booked',
  full: 'Full',
  noTrial: 'No trials',
  packOnly: 'Only with a class pack',
  attendeeBooked: 'Booked there too',
} as const

/** The things staff did that a guest without an email address does not know yet, so that somebody rings them. */
export const everyRingNews = [
  'moved',
  'placesCancelled',
  'ended',
  'refunded',
  'received',
  'paid',
  'newTime',
  'newVenue',
] as const
export type RingNews = (typeof everyRingNews)[number]

/** The office's messages about guests whom somebody has to ring. */
export const ringSentences = {
  notFound: 'Nobody has to be rung about this order any more',
} as const

/** Says who is told of an action by mail: the family, or nobody, if the guest left only this number. */
export const whoIsTold = (ringOn: string): string =>
  ringOn ? `No mail reaches them: please ring them on ${ringOn}` : 'The family is told'

/** Says on the page of a guest without an email address that no mail tells them what staff change. */
export const ringThem = (phone: string): string =>
  `They left no email address, so no mail tells them what you change here. Please ring them on ${phone}`

/** Returns “It can be kept until Tuesday 24 November 2026 at 14:05 at most”. */
export const keptAtMost = (latest: Date): string => `It can be kept until ${longMoment(latest)} at most`

/** Returns “Ann Perry mailed them at 14:05. They can be reminded again at 15:05”. */
export const remindedBefore = (name: string, at: Date, next: Date): string =>
  `${name} mailed them at ${timeInLondon(at)}. They can be reminded again at ${timeInLondon(next)}`

const timeInLondon = (moment: Date) => momentInLondon(moment).slice(11)
