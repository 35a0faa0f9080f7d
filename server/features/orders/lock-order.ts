import type { Selectable } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

export type LockedOrder = Selectable<Schema['orders']>

/**
 * Locks the order's account, then the order: the start of every change of an order's state. Then come the
 * payment, the discount code, the sessions by id and the products by id, in this order everywhere.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', eb => eb.selectFrom('orders').select('account_id').where('id', '=', orderId))
    .forNoKeyUpdate()
    .execute()
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
