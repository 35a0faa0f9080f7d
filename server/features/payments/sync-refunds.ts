import { sql } from 'kysely'
import { type CardRefund, listRefunds } from '#server/cards/card-provider.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { keepUndone } from '#server/features/orders/closed-days.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import {
  settleByDashboard,
  takeBackReceipt,
  waitByHandAgain,
} from '#server/features/orders/refunded-receipt.ts'
import type { Services } from '#server/services.ts'
import { refundPayment } from './refund-payment.ts'

/**
 * Asks the provider about the refunds of a payment, and records changes: the state of ours, and refunds made in the
 * provider's dashboard, which leave the places unchanged.
 */
export async function syncRefunds(services: Services, { paymentId }: { paymentId: number }): Promise<void> {
  const { db } = services
  const { payment_ref: paymentRef } = await db
    .selectFrom('payments')
    .select('payment_ref')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const made = await listRefunds(services, paymentRef)
  const ours = await db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).execute()
  for (const reported of made.toReversed()) {
    const known = ours.find(
      ({ id, provider_ref }) => provider_ref === reported.ref || String(id) === reported.ownName,
    )
    if (known && known.kind !== 'atStripe') await refundPayment(services, { refundId: known.id })
    else await recordForeign(services, paymentId, reported)
  }
}

/** Records a refund made in the dashboard, once, and reverses it if it fails later. */
async function recordForeign(services: Services, paymentId: number, reported: CardRefund): Promise<void> {
  const { db, clock } = services
  await transaction(db, async tx => {
    const { order_id: orderId, status } = await tx
      .selectFrom('payments')
      .select(['order_id', 'status'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    await lockOrder(tx, orderId)
    await sql`select id from payments where id = ${paymentId} for update`.execute(tx)
    const isBack = reported.state !== 'failed'
    const known = await tx
      .selectFrom('refunds')
      .select(['id', 'payment_id', 'status', 'amount_pence'])
      .where('provider_ref', '=', reported.ref)
      .executeTakeFirst()
    if (!known && !isBack) return
    if (known && (known.status === 'succeeded') === isBack) return
    const now = clock()
    const isReceipt = status === 'received'
    if (isReceipt && !known && (await settleByDashboard(tx, orderId, reported, now))) return
    if (known && known.payment_id !== paymentId) return waitByHandAgain(tx, orderId, known, now)
    if (isBack) await makeRoom(tx, paymentId, reported.pence, now)
    const share = isBack ? await shareOfPayment(tx, paymentId, reported.pence) : undefined
    const counted = share ? share.amount_pence : -(known?.amount_pence ?? 0)
    let refundId = known?.id
    if (known) {
      if (!isBack) await keepUndone(tx, known.id, now)
      await tx
        .updateTable('refunds')
        .set({
          status: isBack ? 'succeeded' : 'superseded',
          provider_status: reported.state,
          ...share,
          ...(isBack && { settled_at: now }),
        })
        .where('id', '=', known.id)
        .execute()
    } else if (share) {
      const { id } = await tx
        .insertInto('refunds')
        .values({
          payment_id: paymentId,
          ...share,
          reason: 'Refunded at Stripe',
          kind: 'atStripe',
          status: 'succeeded',
          provider_ref: reported.ref,
          provider_status: reported.state,
          requested_at: now,
          settled_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      refundId = id
    }
    if (isBack) await supersedeFailed(tx, paymentId)
    if (isReceipt && refundId)
      await takeBackReceipt(tx, orderId, { refundId, pence: Math.abs(counted), isBack }, now)
    if (status !== 'succeeded') return
    await tx
      .updateTable('orders')
      .set({ refunded_pence: sql<number>`refunded_pence + ${counted}` })
      .where('id', '=', orderId)
      .execute()
    await sql`select settle_points(${orderId}, ${now})`.execute(tx)
  })
}

/**
 * Splits a refund made at the provider into the part that the payment still covers and the part that exceeds
 * it. The caller has locked the payment.
 */
export async function shareOfPayment(
  tx: Tx,
  paymentId: number,
  pence: number,
): Promise<{ amount_pence: number; beyond_pence: number }> {
  const { rows } = await sql<{ leftPence: number }>`
    select (p.amount_pence - coalesce(sum(r.amount_pence), 0))::integer as "leftPence"
    from payments p left join refunds r on r.payment_id = p.id and r.status not in ('failed', 'superseded')
    where p.id = ${paymentId} group by p.id`.execute(tx)
  const counted = Math.min(pence, rows[0]?.leftPence ?? 0)
  return { amount_pence: counted, beyond_pence: pence - counted }
}

/**
 * Drops our own refunds that the provider has not made yet, if the payment cannot cover them and the
 * provider's refund together.
 */
export async function makeRoom(tx: Tx, paymentId: number, pence: number, now: Date): Promise<void> {
  await sql`update refunds r set status = case when others.left_pence > 0 then 'failed' else 'superseded' end,
      failures = failures + 1, failed_why = 'refunded_at_provider', provider_status = 'failed',
      failed_at = case when others.left_pence > 0 then ${now}::timestamptz end
    from (select p.amount_pence - ${pence} - coalesce(sum(o.amount_pence) filter (
        where o.status = 'succeeded' or o.provider_ref is not null and o.status not in ('failed', 'superseded')), 0) as left_pence,
        coalesce(sum(o.amount_pence) filter (where o.status in ('requested', 'waiting') and o.provider_ref is null), 0) as asked_pence
      from payments p left join refunds o on o.payment_id = p.id where p.id = ${paymentId} group by p.id) others
    where r.payment_id = ${paymentId} and r.status in ('requested', 'waiting') and r.provider_ref is null
      and r.method = 'card' and others.asked_pence > others.left_pence`.execute(tx)
}

/**
 * Drops failed refunds whose money was refunded in another way since, so that staff need not decide about
 * them.
 */
async function supersedeFailed(tx: Tx, paymentId: number): Promise<void> {
  await sql`update refunds r set status = 'superseded' from (
      select p.amount_pence - coalesce(sum(o.amount_pence), 0) as left_pence
      from payments p left join refunds o on o.payment_id = p.id and o.status not in ('failed', 'superseded')
      where p.id = ${paymentId} group by p.id) others
    where r.payment_id = ${paymentId} and r.status = 'failed' and r.amount_pence > others.left_pence`.execute(
    tx,
  )
}
