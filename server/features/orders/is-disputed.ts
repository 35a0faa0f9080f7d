import type { Db } from '#server/database/connect.ts'

/** Whether the customer disputes a payment at their bank, and the dispute is still open. */
export const isDisputed = async (db: Db, paymentId: number): Promise<boolean> =>
  (await db
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'open')
    .executeTakeFirst()) !== undefined
