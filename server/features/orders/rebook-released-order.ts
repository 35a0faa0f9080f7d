import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import type { LockedOrder } from './lock-order.ts'
import { moveStock } from './move-stock.ts'
import { countEach } from './release-order.ts'
import { moveCredits } from './write-ledger.ts'

/** Thrown if a place of a cancelled order was taken by somebody else, or its session has begun. */
class NoLongerThere extends Error {
  override name = 'NoLongerThere'
}

/** The constraints that refuse a booking if its places, credits or code were taken in the meantime. */
export const takenMeanwhile = [
  'sessions_capacity_not_exceeded',
  'accounts_credits_not_negative',
  'discount_codes_within_limit',
  'bookings_child_once',
  'bookings_attendee_once',
  'bookings_attendee_phone_once',
  'bookings_trial_once',
  'bookings_guest_trial_once',
  'bookings_guest_trial_phone_once',
  'bookings_trial_person_once',
]
const goneConstraints = new Set(['products_stock_not_negative', 'bookings_within_account', ...takenMeanwhile])

/** Whether an error of `rebookReleasedOrder` means that the order cannot be restored; its transaction is void. */
export const isNoLongerThere = (error: unknown): boolean =>
  error instanceof NoLongerThere || goneConstraints.has(violatedConstraint(error) ?? '')

/**
 * Takes back everything that a cancelled order had returned, because it was paid after all (decision E-06). All or
 * nothing: the constraints on places, credits, stock and codes refuse what is gone.
 */
export async function rebookReleasedOrder(tx: Tx, order: LockedOrder, now: Date): Promise<void> {
  // An order that staff cancelled stays cancelled.
  if (order.cancel_reason === 'staff') throw new NoLongerThere()
  if (await isErased(tx, order)) throw new NoLongerThere()
  if (order.account_id) {
    // The ledger already has "booking" and "refund" of this order.
    await moveCredits(tx, {
      accountId: order.account_id,
      delta: -order.credits_used,
      reason: 'adjustment',
      orderId: order.id,
      memo: `Order ${order.order_number} paid after all`,
      now,
    })
  }
  await reviveDiscount(tx, order.id)
  await takePlaces(tx, order.id, now)
  await moveStock(tx, order.id, 'taken', now)
}

/**
 * Whether the order's account has closed, or one of its children was removed
 * (server/features/families/remove-child.ts).
 */
async function isErased(tx: Tx, order: LockedOrder): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select
    exists (select from accounts where id = ${order.account_id} and status = 'closed')
    or exists (select from bookings where order_id = ${order.id}
      and attendee_email = 'erased-' || id || '@closed.invalid') as erased`.execute(tx)
  return rows[0]?.erased ?? false
}

async function reviveDiscount(tx: Tx, orderId: number): Promise<void> {
  const use = await tx
    .selectFrom('discount_uses')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('released_at', 'is not', null)
    .executeTakeFirst()
  if (!use) return
  const code = await tx
    .updateTable('discount_codes')
    .set({ uses: sql<number>`uses + 1` })
    .where('id', '=', use.discount_code_id)
    .returning('max_uses_per_account as atMost')
    .executeTakeFirstOrThrow()
  await tx.updateTable('discount_uses').set({ released_at: null }).where('order_id', '=', orderId).execute()
  const { rows } = await sql<{ times: number }>`select times
    from uses_of_code(${use.discount_code_id}, ${use.account_id}, ${use.email}, ${use.phone})`.execute(tx)
  if (code.atMost !== null && (rows[0]?.times ?? 0) > code.atMost) throw new NoLongerThere()
}

async function takePlaces(tx: Tx, orderId: number, now: Date): Promise<void> {
  const bookings = await tx
    .selectFrom('bookings')
    .select('session_id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'cancelled')
    .execute()
  for (const [sessionId, places] of countEach(bookings.map(booking => booking.session_id))) {
    const taken = await tx
      .updateTable('sessions')
      .set({ places_taken: sql<number>`places_taken + ${places}` })
      .where('id', '=', sessionId)
      .where('status', '=', 'scheduled')
      .where('starts_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw new NoLongerThere()
  }
  await tx.updateTable('bookings').set({ status: 'held' }).where('order_id', '=', orderId).execute()
}
