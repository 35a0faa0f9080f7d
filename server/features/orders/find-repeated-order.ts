import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** What every submit answers. */
export interface PlacedOrder {
  orderNumber: string
  totalPence: number
  status: 'pending' | 'paid'
}

/**
 * The account's order of the very same request, placed a moment ago and still unpaid, or of nothing and so paid at
 * once (decision E-38). Places outside a basket do not ask it: a second one of a child is refused as it is.
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
    where account_id = ${accountId} and request_hash = ${hash} and total_pence = 0 and status <> 'cancelled'
      and placed_at > ${now}::timestamptz - interval '60 seconds'`.execute(db)
  return rows[0]
}
