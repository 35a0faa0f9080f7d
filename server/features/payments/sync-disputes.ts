import { sql } from 'kysely'
import { pounds } from '#domain/money.ts'
import { type CardDispute, listDisputes, listDisputesSince } from '#server/cards/card-provider.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { makeRoom, shareOfPayment } from './sync-refunds.ts'

/** Asks the provider about the disputes of a payment, and records changes: a dispute that was opened, won or lost. */
export async function syncDisputes(services: Services, { paymentId }: { paymentId: number }): Promise<void> {
  const { payment_ref: paymentRef } = await services.db
    .selectFrom('payments')
    .select('payment_ref')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  for (const reported of await listDisputes(services, paymentRef))
    await recordDispute(services, paymentId, reported)
}

/** The provider sends a hook again for three days. */
const askedDays = 4

/** Writes jobs that ask about payments with an open dispute, and those with a new one whose hook was lost. */
export async function reconcileDisputes(services: Services): Promise<void> {
  const { db, clock, jobWaiting } = services
  const paid = await db.selectFrom('payments').select('id').where('payment_ref', '<>', '').limit(1).execute()
  if (paid.length === 0) return
  const now = clock()
  const reported = await listDisputesSince(services, new Date(now.getTime() - askedDays * 86_400_000))
  const refs = reported.map(({ paymentRef }) => paymentRef).filter(Boolean)
  const hour = Math.floor(now.getTime() / 3_600_000)
  const { rows } =
    await sql`select enqueue_job('sync-disputes', jsonb_build_object('paymentId', p.id), ${now},
      'disputes-' || p.id || ${`-${hour}`})
    from payments p where p.payment_ref <> '' and p.payment_ref = any(${refs}::text[])
      or p.id in (select payment_id from disputes where status = 'open')`.execute(db)
  if (rows.length > 0) jobWaiting()
}

/** The words about a dispute in the mail to staff, by its state. */
const disputeWords: Record<CardDispute['state'], (amount: string) => string> = {
  open: amount => `the customer’s bank asks for ${amount} back`,
  won: amount => `the dispute was won and ${amount} stays with you`,
  lost: amount => `the dispute was lost and ${amount} went back to the customer`,
}

/** Records one dispute, once however often it is reported. Locks account, order and payment. */
async function recordDispute(services: Services, paymentId: number, reported: CardDispute): Promise<void> {
  const { db, clock, jobWaiting } = services
  const now = clock()
  await transaction(db, async tx => {
    const { order_id: orderId } = await tx
      .selectFrom('payments')
      .select('order_id')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const order = await lockOrder(tx, orderId)
    await sql`select id from payments where id = ${paymentId} for update`.execute(tx)
    const known = await tx
      .selectFrom('disputes')
      .select(['id', 'status'])
      .where('provider_ref', '=', reported.ref)
      .executeTakeFirst()
    if (known && (known.status !== 'open' || reported.state === 'open')) return
    const isOpen = reported.state === 'open'
    const refundId =
      reported.state === 'lost' ? await takeMoney(tx, { paymentId, orderId, reported }, now) : null
    const standing = { status: reported.state, closed_at: isOpen ? null : now, refund_id: refundId }
    if (known) {
      await tx.updateTable('disputes').set(standing).where('id', '=', known.id).execute()
    } else {
      await tx
        .insertInto('disputes')
        .values({
          payment_id: paymentId,
          provider_ref: reported.ref,
          amount_pence: reported.pence,
          reason: reported.reason,
          opened_at: now,
          ...standing,
        })
        .execute()
    }
    const words = `Order ${order.order_number}, ${disputeWords[reported.state](pounds(reported.pence))}`
    await notifyStaff(tx, { wish: 'dispute', event: `dispute-${reported.ref}-${reported.state}`, words }, now)
    if (!isOpen) await askAboutWaiting(tx, paymentId, now)
  })
  jobWaiting()
}

/**
 * Counts a lost dispute as refunded money; places stay as they are. Our own unmade refunds are dropped as far as
 * needed.
 */
async function takeMoney(
  tx: Tx,
  { paymentId, orderId, reported }: { paymentId: number; orderId: number; reported: CardDispute },
  now: Date,
): Promise<number> {
  await makeRoom(tx, paymentId, reported.pence, now)
  const share = await shareOfPayment(tx, paymentId, reported.pence)
  const { id, counts } = await tx
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      ...share,
      reason: 'Lost a dispute',
      kind: 'dispute',
      status: 'succeeded',
      provider_ref: reported.ref,
      provider_status: 'succeeded',
      requested_at: now,
      settled_at: now,
    })
    .returning([
      'id',
      sql<boolean>`(select status = 'succeeded' from payments where id = refunds.payment_id)`.as('counts'),
    ])
    .executeTakeFirstOrThrow()
  if (counts) {
    await tx
      .updateTable('orders')
      .set({ refunded_pence: sql<number>`refunded_pence + ${share.amount_pence}` })
      .where('id', '=', orderId)
      .execute()
    await sql`select settle_points(${orderId}, ${now})`.execute(tx)
  }
  return id
}

/** Continues refunds that waited for the end of the dispute. */
async function askAboutWaiting(tx: Tx, paymentId: number, now: Date): Promise<void> {
  const waiting = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'waiting')
    .execute()
  for (const { id } of waiting) await enqueue(tx, 'refund-payment', { refundId: id }, now)
}
