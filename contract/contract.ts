import { accounts } from './accounts.ts'
import { productBasket } from './basket.ts'
import { calendarFeed } from './calendar-feed.ts'
import { children } from './children.ts'
import { content, promoPages } from './content.ts'
import { credits } from './credits.ts'
import { enquiries } from './enquiries.ts'
import { notifications } from './notifications.ts'
import { offerings, sessions } from './offerings.ts'
import { orders, rescheduling, trials } from './orders.ts'
import { ownBookings } from './own-bookings.ts'
import { ownData } from './own-data.ts'
import { payments } from './payments.ts'
import { sessionBaskets } from './session-basket.ts'
import { shop } from './shop.ts'
import { ownWaiting, waitingLists } from './waiting-list.ts'
import { type Call, type CallTable, isCall } from './wire.ts'

/** Every call of the site, by area. The browser's client and the server's routes are both built from it. */
export const contract = {
  accounts,
  ownBookings,
  ownData,
  calendarFeed,
  children,
  offerings,
  sessions,
  orders,
  trials,
  rescheduling,
  waitingLists,
  ownWaiting,
  sessionBaskets,
  credits,
  shop,
  productBasket,
  payments,
  notifications,
  enquiries,
  content,
  promoPages,
}
export type Contract = typeof contract

/** Returns the call at a place of the contract, such as `['orders', 'class', 'preview']`. */
export function callAt(place: string[]): Call<unknown, unknown> {
  let entry: CallTable[string] = contract
  for (const name of place) entry = (entry as CallTable)[name] as CallTable[string]
  if (!isCall(entry)) throw new Error(`The contract has no call ${place.join('.')}`)
  return entry
}
