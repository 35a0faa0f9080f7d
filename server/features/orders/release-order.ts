import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { LockedOrder } from './lock-order.ts'
import { moveStock } from './move-stock.ts'
import { moveCredits } from './write-ledger.ts'

/**
 * Cancels a locked, unpaid order and returns everything it held: places, credits, stock and its discount use
 * (decisions E-05, E-11, E-28, E-29). The caller has made sure that no card page can still be paid.
 */
export async function releaseOrder(
  tx: Tx,
  order: LockedOrder,
  reason: 'customer' | 'expired' | 'staff',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled', cancel_reason: reason, cancelled_at: now, hold_expires_at: null })
    .where('id', '=', order.id)
    .execute()
  if (order.account_id) {
    await moveCredits(tx, {
      accountId: order.account_id,
      delta: order.credits_used,
      reason: 'refund',
      orderId: order.id,
      memo: `Order ${order.order_number} cancelled`,
      now,
    })
  }
  await releaseDiscount(tx, order.id, now)
  await releasePlaces(tx, order, now)
  await moveStock(tx, order.id, 'returned', now)
  await enqueue(tx, 'order-cancelled', { orderId: order.id }, now, `order-cancelled-${order.id}`)
}

/** Returns the order's use of a discount code. */
export async function releaseDiscount(tx: Tx, orderId: number, now: Date): Promise<void> {
  const use = await tx
    .updateTable('discount_uses')
    .set({ released_at: now })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning('discount_code_id')
    .executeTakeFirst()
  if (!use) return
  await tx
    .updateTable('discount_codes')
    .set({ uses: sql<number>`uses - 1` })
    .where('id', '=', use.discount_code_id)
    .execute()
}

async function releasePlaces(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  const freed = await tx
    .updateTable('bookings')
    .set({ status: 'cancelled' })
    .where('order_id', '=', order.id)
    .where('status', '<>', 'cancelled')
    .returning('session_id')
    .execute()
  const sessions = countEach(freed.map(booking => booking.session_id))
  for (const [sessionId, places] of sessions) {
    await tx
      .updateTable('sessions')
      .set({ places_taken: sql<number>`places_taken - ${places}` })
      .where('id', '=', sessionId)
      .execute()
  }
  // Done last, when all sessions are locked, because an entry for any date may wait for several of them.
  for (const [sessionId] of sessions) {
    await putBackInQueue(tx, order, sessionId, now)
    await offerFreedPlaces(tx, [sessionId], now)
  }
}

/**
 * Puts a guest back on the waiting list at their old position if their reserved place was ordered under their
 * address and neither paid nor confirmed: they may not have ordered it. This happens three times at most,
 * because others wait too (record 025). Locks the session, like joining its list.
 */
async function putBackInQueue(tx: Tx, order: LockedOrder, sessionId: number, now: Date): Promise<void> {
  await sql`update waiting_entries w set status = 'waiting', order_id = null, offered_at = ${now}
    where order_id = ${order.id} and (session_id is null or session_id = ${sessionId}) and account_id is null
      and not exists (select from accounts a where a.id = ${order.account_id} and a.email = w.email)
      and 3 >= (select count(*) from bookings b
        where b.session_id = ${sessionId} and b.attendee_email = w.email and b.status = 'cancelled')
      and not exists (select from waiting_entries o where o.offering_id = w.offering_id
        and o.session_id is not distinct from w.session_id and o.child_id is null and o.email = w.email
        and o.status in ('waiting', 'offered'))`.execute(tx)
}

/** Counts each id, sorted by id, which is the order in which rows are locked. */
export function countEach(ids: number[]): [id: number, times: number][] {
  const times = new Map<number, number>()
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
  return [...times].sort(([one], [other]) => one - other)
}
