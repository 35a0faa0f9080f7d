import { sql } from 'kysely'
import type { DeskMoney } from '#domain/desk-payment.ts'
import type { PlaceRefund } from '#domain/refund-words.ts'
import { isOfOrder } from './payment-of-order.ts'

/** Whether a booking `b` was cancelled in a paid order, and not with an unpaid order that ended. */
export const isPlaceCancelled = sql<boolean>`exists (select from booking_cancellations x where x.booking_id = b.id)`

/**
 * Selects 'cancelled' for a booking `b` that was cancelled in a paid order, as in the customers' calls; null
 * for any other.
 */
export const placeState = sql<'cancelled' | null>`case when ${isPlaceCancelled} then 'cancelled' end`

/**
 * Selects the refund of a cancelled booking `b`; null for any other. A failed refund counts as on its way,
 * because staff still have to settle it.
 */
export const placeRefund = sql<PlaceRefund | null>`(select json_build_object(
    'refundedPence', x.refunded_pence, 'method', coalesce(r.method, 'card'),
    'isOnItsWay', coalesce(r.status not in ('succeeded', 'superseded'), false),
    'refundedBeforePence', x.back_before_pence, 'credits', x.credits_returned + x.credits_granted)
  from booking_cancellations x left join refunds r on r.id = x.refund_id where x.booking_id = b.id)`

/** Whether a payment `p` is still expected, and the family itself chose to pay later. */
const isPaidLater = sql`p.by_family and p.status = 'expected'`

/** Whether the family pays an order of `orders` later and nothing was received of it (decision E-60). */
const isUnpaidLater = sql<boolean>`(orders.placed_by is null and orders.payment_method = 'desk' and orders.paid_pence = 0
  and exists (select from payments p where p.order_id = orders.id and ${isPaidLater}))`

/**
 * Whether the family of a booking `b` of `orders` in a session `s` may cancel it until it starts: the business
 * allows it or the order is still unpaid, and it has its own cancellation policy (spec 4 §3, decision E-60).
 */
export const mayCancelPlace = sql<boolean>`(((select parents_may_cancel from business) or ${isUnpaidLater}) and orders.policy is not null
  and orders.account_id is not null and orders.status = 'paid' and b.status = 'confirmed' and s.status <> 'cancelled')`

/** Whether the family said that nobody will come to a booking `b` of a session `s`. */
export const isToldAbsent = sql<boolean>`exists (
  select from told_absences t where t.booking_id = b.id and t.session_id = s.id)`

/**
 * Selects how much of the expected money of an order of `orders` was not received yet; null if none is
 * expected.
 */
export const expectedRest = sql<number | null>`(select p.amount_pence - orders.paid_pence from payments p
  where p.order_id = orders.id and p.status = 'expected')`

/** Selects the day on which a payment `p` is due, if the family itself chose to pay later; else null. */
export const laterDueOn = sql<string | null>`case when ${isPaidLater} then (
  select (p.created_at at time zone 'Europe/London')::date + expected_days from business) end`

/**
 * Selects how an order of `orders` was paid at the desk, and how much is still expected; null for any other
 * order. With it how and by when to pay, if the family chose to pay later.
 */
export const deskPayment = sql<DeskMoney | null>`(select json_strip_nulls(json_build_object('method', p.method,
    'reference', p.reference, 'expectedPence', coalesce(${expectedRest}, 0),
    'instructions', case when ${isPaidLater} then (select pay_later_text from business) end,
    'dueOn', ${laterDueOn}))
  from payments p where p.order_id = orders.id and p.provider = 'desk' and ${isOfOrder()})`
