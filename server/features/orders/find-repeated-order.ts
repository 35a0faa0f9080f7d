import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** What every submit answers. */
export interface PlacedOrder {
  orderNumber: string
  totalPence: number
  status: 'pending' | 'paid'
}

/** The account's order of the very same request, placed within 60 seconds and still unpaid (decision E-38). */
export async function findRepeatedOrder(
  db: Db,
  accountId: AccountId,
  requestHash: string,
  now: Date,
): Promise<PlacedOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['order_number as orderNumber', 'total_pence as totalPence'])
    .where('account_id', '=', accountId)
    .where('request_hash', '=', Buffer.from(requestHash, 'hex'))
    .where('status', '=', 'pending')
    .where('placed_at', '>', new Date(now.getTime() - 60_000))
    .executeTakeFirst()
  return order && { ...order, status: 'pending' }
}
