import { sql } from 'kysely'
import { hasRefundFailed, refundCard } from '#server/cards/card-provider.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'

/**
 * Gives back a payment whose refund row was written before (decision E-06); throws, to be tried again, until it is. A
 * refund that was made and has failed since, days later at the customer's bank, is owed again and made anew.
 */
export async function refundPayment(services: Services, { refundId }: { refundId: number }): Promise<void> {
  const { db, clock } = services
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_pence', 'refunds.status', 'refunds.provider_ref as refundRef'])
    .select(['payments.payment_ref', 'payments.order_id'])
    .select('payments.status as payment_status')
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const { refundRef } = refund
  const book = (tx: Tx, delta: number) =>
    // A second payment of an order never counted as paid on the order itself.
    refund.payment_status === 'succeeded' &&
    tx
      .updateTable('orders')
      .set({ refunded_pence: sql<number>`refunded_pence + ${delta}` })
      .where('id', '=', refund.order_id)
      .execute()
  if (refundRef) {
    if (!(await hasRefundFailed(services, { paymentRef: refund.payment_ref, refundRef }))) return
    await transaction(db, async tx => {
      const owed = await tx
        .updateTable('refunds')
        .set({ status: 'requested', provider_ref: null, settled_at: null })
        .where('provider_ref', '=', refundRef)
        .returning('id')
        .executeTakeFirst()
      if (owed) await book(tx, -refund.amount_pence)
    })
  }
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
    if (settled) await book(tx, refund.amount_pence)
  })
}
