import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Whether a payment of this alias paid for its order, or is the one from which its money is expected. */
export const isOfOrder = (payment = 'p') =>
  sql<boolean>`${sql.ref(`${payment}.status`)} in ('succeeded', 'expected')`

/** Locks that payment of an order. The account and the order are locked. */
export async function lockPayment(tx: Tx, orderId: number): Promise<void> {
  await sql`select id from payments p where order_id = ${orderId} and ${isOfOrder()} for update`.execute(tx)
}
