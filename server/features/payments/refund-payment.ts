import { sql } from 'kysely'
import { refundCard } from '#server/cards/card-provider.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'

/** Gives back a payment whose refund row was written before (decision E-06); throws, to be tried again, until it is. */
export async function refundPayment(services: Services, { refundId }: { refundId: number }): Promise<void> {
  const { db, clock } = services
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_pence', 'refunds.status', 'payments.payment_ref', 'payments.order_id'])
    .select('payments.status as payment_status')
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status === 'succeeded') return
  const providerRef = await refundCard(services, {
    refundId,
    paymentRef: refund.payment_ref,
    amountPence: refund.amount_pence,
  })
  await transaction(db, async tx => {
    const settled = await tx
      .updateTable('refunds')
      .set({ status: 'succeeded', provider_ref: providerRef, settled_at: clock() })
      .where('id', '=', refundId)
      .where('status', '=', 'requested')
      .returning('id')
      .executeTakeFirst()
    // A second payment of an order never counted as paid on the order itself.
    if (!settled || refund.payment_status !== 'succeeded') return
    await tx
      .updateTable('orders')
      .set({ refunded_pence: sql<number>`refunded_pence + ${refund.amount_pence}` })
      .where('id', '=', refund.order_id)
      .execute()
  })
}
