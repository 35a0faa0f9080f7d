import { accounts } from './accounts.ts'
import { bookings, rescheduling, trials, waitingLists } from './bookings.ts'
import { calendarFeed } from './calendar-feed.ts'
import { children } from './children.ts'
import { content } from './content.ts'
import { enquiries } from './enquiries.ts'
import { notifications } from './notifications.ts'
import { offerings } from './offerings.ts'
import { ownData } from './own-data.ts'
import { payments } from './payments.ts'

/** The whole wire, by area. The browser's client and the server's routes are both made from it. */
export const contract = {
  accounts,
  ownData,
  calendarFeed,
  children,
  offerings,
  bookings,
  trials,
  rescheduling,
  waitingLists,
  payments,
  notifications,
  enquiries,
  content,
}
export type Contract = typeof contract
