import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** What every submit answers. */
export interface PlacedOrder {
  orderNumber: string
  totalPence: number
  status: 'pending' | 'paid'
}

/** The account's order of the very same request, placed a moment ago and still unpaid (decision E-38). */
export async function findRepeatedOrder(
  db: Db,
  accountId: AccountId,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder | undefined> {
  const { rows } = await sql<PlacedOrder>`
    select order_number as "orderNumber", total_pence as "totalPence", 'pending' as status
    from repeated_order(${accountId}, ${Buffer.from(requestHash, 'hex')}, ${now})`.execute(db)
  return rows[0]
}
