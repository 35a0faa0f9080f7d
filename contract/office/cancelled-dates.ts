import { datesSettled, outcomes } from '#domain/office/cancelled-dates.ts'
import { goodwillSettled } from '#domain/office/goodwill.ts'
import {
  boolean,
  choice,
  count,
  date,
  done,
  id,
  ids,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  plain,
  read,
  textUpTo,
  time,
  type Value,
  write,
} from './office-call.ts'
import { orderPoints } from './orders.ts'

const settling = { sessionIds: ids, settle: choice(datesSettled), toSessionId: ifPresent(id) }
const totals = { places: count, refundedPence: count, credits: count, moved: count, unpaidOrders: count }
const dates = list(plain({ id, title: line, date, startTime: time, endTime: time, venue: name }))

/** The places, money and people that cancelling these dates affects. */
export const datesPreview = plain({
  dates,
  ...totals,
  families: count,
  /** How much of the money was paid at the desk, and goes back by hand. */
  byHandPence: count,
  /** How many cards are refunded, and how many families get credits. */
  cards: count,
  creditFamilies: count,
  waiting: count,
  /** Families who are mailed, and guests who left only a telephone number. */
  mailed: count,
  toRing: count,
  cannotMove: list(plain({ bookingId: id, who: line, sentence: line })),
  /**
   * The money and credits returned for each paid place that does not move, and why, if it is not what was
   * chosen.
   */
  settled: list(
    plain({ bookingId: id, who: line, refundedPence: count, credits: count, why: choice(outcomes) }),
  ),
  /** The reward points that the refunds take back. */
  points: count,
})
export type DatesPreview = Value<typeof datesPreview>

const settledOrder = plain({
  orderId: id,
  orderNumber: line,
  accountId: nullable(id),
  name: line,
  email: line,
  phone: line,
  who: list(line),
  isSettled: boolean,
  /**
   * Why the order is not settled yet. `disputed` (nothing was refunded) and `lessLeft` (less was refunded) do
   * not prevent settling.
   */
  obstacle: choice(['', 'pageOpen', 'provider', 'disputed', 'lessLeft']),
  refundedPence: count,
  /** Whether the order was paid at the desk. */
  isPaidAtDesk: boolean,
  /** `waiting`: until the provider's balance is enough. `disputed`: until the customer's dispute is decided. */
  refund: choice(['none', 'requested', 'waiting', 'disputed', 'succeeded', 'failed', 'superseded']),
  credits: count,
  moved: count,
  /** Whether it was an unpaid order, which ended as a whole. */
  isEnded: boolean,
  toldAt: nullable(instant),
  rungAt: nullable(instant),
})
export type SettledOrder = Value<typeof settledOrder>

export const cancelledDatesProgress = plain({
  id,
  dates,
  by: name,
  cancelledAt: instant,
  /** The seconds left to undo it; 0 afterwards. */
  secondsToUndo: count,
  undone: nullable(plain({ by: name, at: instant })),
  isSettling: boolean,
  settledAt: nullable(instant),
  settle: choice(datesSettled),
  note: textUpTo(500),
  /**
   * Goodwill for a date that has begun. The date and its places are not cancelled. Only staff see the reason.
   */
  isGoodwill: boolean,
  reason: textUpTo(500),
  orders: list(settledOrder),
})
export type CancelledDatesProgress = Value<typeof cancelledDatesProgress>

/** The places of a date that has begun, with the facts from which their goodwill is proposed and added up. */
export const goodwillPreview = plain({
  dates,
  /** The days of a camp; 1 of any other date. */
  days: count,
  places: list(
    plain({
      bookingId: id,
      orderNumber: line,
      who: line,
      payablePence: count,
      creditsUsed: count,
      creditPrice: count,
      backPence: count,
      creditsBack: count,
      leftPence: count,
      isDisputed: boolean,
      isPaidAtDesk: boolean,
      family: count,
      isReached: boolean,
    }),
  ),
  /** Goodwill that was given for this date before. */
  earlier: list(plain({ id, by: name, at: instant, isSettled: boolean })),
  points: list(plain({ orderNumber: line, points: orderPoints })),
})
export type GoodwillPreview = Value<typeof goodwillPreview>

/** Cancels dates: all their places are settled and their families told (spec 4 §3). */
export const cancelledDates = {
  preview: read('CancelledDates/preview', 'session.cancel', settling, datesPreview),
  /** Refused with 409 if the figures have changed since they were shown. */
  cancel: write(
    'CancelledDates/cancel',
    'session.cancel',
    { ...settling, note: textUpTo(500), expected: plain(totals) },
    plain({ id, undoUntil: instant }),
    { needsReauthentication: true },
  ),
  previewGoodwill: read(
    'CancelledDates/previewGoodwill',
    'session.cancel',
    { sessionId: id },
    goodwillPreview,
  ),
  /**
   * Gives goodwill for places of a date that has begun, without cancelling anything. Refused like `cancel`.
   */
  giveGoodwill: write(
    'CancelledDates/giveGoodwill',
    'session.cancel',
    {
      sessionId: id,
      settle: choice(goodwillSettled),
      places: list(plain({ bookingId: id, pence: count, credits: count }), 500),
      note: textUpTo(500),
      reason: textUpTo(500),
      /** `earlier` is how often goodwill was given before, so that nobody gives it twice by mistake. */
      expected: plain({ places: count, refundedPence: count, credits: count, earlier: count }),
    },
    plain({ id, undoUntil: instant }),
    { needsReauthentication: true },
  ),
  undo: write('CancelledDates/undo', 'session.cancel', { id }, done),
  /** Reports who was told, and what was refunded. */
  progress: read('CancelledDates/progress', 'family.see', { id }, cancelledDatesProgress),
  /** Ticks off, or unticks, a guest without an email who was phoned. */
  rung: write('CancelledDates/rung', 'family.edit', { id, orderId: id, isRung: boolean }, done),
}
