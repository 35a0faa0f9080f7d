import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** Whether a payment, by its alias, paid for its order or is expected to. */
export const isOfOrder = (payment = 'p') =>
  sql<boolean>`${sql.ref(`${payment}.status`)} in ('succeeded', 'expected')`

/** Locks the payment that paid for an order or is expected to. The account and the order are locked. */
export async function lockPayment(tx: Tx, orderId: number): Promise<void> {
  await sql`select id from payments p where order_id = ${orderId} and ${isOfOrder()} for update`.execute(tx)
}
