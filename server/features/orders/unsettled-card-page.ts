import type { Selectable } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

/**
 * Finds the card page of an order that may still be paid, or whose payment does not match and waits for staff
 * (`mismatched`, docs/payments.md). A claimed page that was never shown has no `provider_ref`.
 */
export const findUnsettledPage = (
  db: Db,
  orderId: number,
): Promise<Selectable<Schema['payments']> | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', 'in', ['created', 'mismatched'])
    .executeTakeFirst()

/** Gives up a claim to a card page. Returns false if its page has been recorded since and may be paid. */
export async function giveUpClaim(db: Db, paymentId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: 'expired', settled_at: now })
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .where('provider_ref', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}
