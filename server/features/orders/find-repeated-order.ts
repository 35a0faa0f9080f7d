import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/request/actor.ts'

/** The answer of every submission. */
export interface PlacedOrder {
  orderNumber: string
  totalPence: number
  status: 'pending' | 'paid'
}

/**
 * Finds the order that the account has just placed by the same request, if it is unpaid, was free or is paid
 * later (decision E-38). Directly booked places do not need this, because a second place for a child is refused anyway.
 */
export async function findRepeatedOrder(
  db: Db,
  accountId: AccountId,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder | undefined> {
  const hash = Buffer.from(requestHash, 'hex')
  const { rows } = await sql<PlacedOrder>`
    select order_number as "orderNumber", total_pence as "totalPence", 'pending' as status
    from repeated_order(${accountId}, ${hash}, ${now})
    union all
    select order_number, total_pence, 'paid' from orders
    where (total_pence = 0 or payment_method = 'desk') and account_id = ${accountId} and request_hash = ${hash} and status <> 'cancelled'
      and placed_at > ${now}::timestamptz - interval '60 seconds'`.execute(db)
  return rows[0]
}
