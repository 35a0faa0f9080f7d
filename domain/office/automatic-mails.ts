import { type FillIn, fillIns, type MessageKind } from './messages.ts'

/** The automatic mails (spec 4 §6): the day before, while something is not paid, and after a trial. */
export const automaticKinds = ['dayBefore', 'notPaid', 'afterTrial'] as const
export type AutomaticKind = (typeof automaticKinds)[number]

interface AutomaticMail {
  title: string
  /** When it goes, and to whom. */
  hint: string
  /** The mail after a trial invites to book, so it needs consent to offers (decision O-124). */
  kind: MessageKind
  /** The times in London between which it is sent. A server that was down sends it later, but not after `until`. */
  from: string
  until: string
  fillIns: readonly FillIn[]
}

export const automaticMails: Record<AutomaticKind, AutomaticMail> = {
  dayBefore: {
    title: 'The day before',
    hint: 'At 4 pm to everybody with a place on the next day, with the time, the venue and the way there. Not to those who said that they cannot come.',
    kind: 'service',
    ...{ from: '16:00', until: '21:00', fillIns },
  },
  notPaid: {
    title: 'Not paid yet',
    hint: 'At 10 am, once for each order: on the day before an unpaid order ends, and when expected money is late. Its amount, and the link or the reference to pay it with, follow your text.',
    kind: 'service',
    ...{ from: '10:00', until: '20:00', fillIns: ['first name'] },
  },
  afterTrial: {
    title: 'Two days after a trial',
    hint: 'At 10 am to those who came to a trial and have booked nothing since. It invites to book, so it goes only to those who agreed to offers. The way to your timetable follows your text.',
    kind: 'offers',
    ...{ from: '10:00', until: '20:00', fillIns },
  },
}

/** Families are reminded only of orders kept at least this long: an ordinary online order ends after about an hour. */
export const minHoursKept = 2
/** The minimum time between a mailed payment link and a reminder. */
export const minHoursSinceLink = 6
/** Families are not reminded of money that is more days late than this: switching the mail on reaches no old orders. */
export const maxDaysLate = 7
