import { sql } from 'kysely'
import { isOfFormerAccount } from '#server/cards/card-account.ts'
import { type CardRefund, CardRefusal, refundCard } from '#server/cards/card-provider.ts'
import { transaction } from '#server/database/transaction.ts'
import { keepUndone } from '#server/features/orders/closed-days.ts'
import { isDisputed } from '#server/features/orders/is-disputed.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'

/** Why a refund fails whose payment was made into another account (decision O-197). */
const formerAccount = 'formerAccount'
/** The number of failures after which staff decide. */
const maxFailures = 2
/** How long to wait before asking again about a refund that is on its way or waits for the balance. */
const askAgainMinutes = 60

/**
 * Makes a refund whose row was written before (decision E-06). Throws, to be retried, while the provider is
 * unreachable. A refund that the provider refuses, or that fails later, is retried once and then left to staff.
 */
export async function refundPayment(services: Services, { refundId }: { refundId: number }): Promise<void> {
  const refund = await services.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.amount_pence as amountPence',
      'refunds.status',
      'refunds.method',
      'refunds.tries',
      'refunds.provider_ref as knownRef',
    ])
    .select([
      'payments.payment_ref as paymentRef',
      'payments.id as paymentId',
      'payments.card_account_id as paidInto',
    ])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const { status, method, knownRef, paymentId, paidInto, ...asked } = refund
  if (method !== 'card' || status === 'failed' || status === 'superseded') return
  const isMadeBefore = status === 'succeeded'
  // While the customer disputes the payment, nothing of it goes back.
  if (!isMadeBefore && knownRef === null && (await isDisputed(services.db, paymentId))) {
    return settleRefund(services, refundId, { ref: null, state: 'lacksBalance', why: 'disputed' })
  }
  if (isOfFormerAccount(services.config, paidInto)) {
    return settleRefund(services, refundId, { ref: null, state: 'failed', why: formerAccount })
  }
  const reported = await refundCard(services, { ...asked, refundId, knownRef, isMadeBefore }).catch(
    (error): Reported => {
      if (!(error instanceof CardRefusal)) throw error
      const lacks = error.message === 'balance_insufficient'
      return { ref: null, state: lacks ? 'lacksBalance' : 'failed', why: error.message }
    },
  )
  await settleRefund(services, refundId, reported)
}

interface Reported extends Pick<CardRefund, 'state' | 'why'> {
  /** Null if the provider did not start it. */
  ref: string | null
}

/** Applies the provider's state of our refund, once however often it is reported. Locks account, order and refund. */
async function settleRefund(services: Services, refundId: number, reported: Reported): Promise<void> {
  const { db, clock, jobWaiting } = services
  const now = clock()
  const again = await transaction(db, async tx => {
    const { order_id: orderId, status: paymentStatus } = await tx
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['payments.order_id', 'payments.status'])
      .where('refunds.id', '=', refundId)
      .executeTakeFirstOrThrow()
    const order = await lockOrder(tx, orderId)
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refundId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (refund.status === 'superseded' || refund.status === 'failed') return false
    const wasMade = refund.status === 'succeeded'
    const isKnown = reported.ref !== null && reported.ref === refund.provider_ref
    if (wasMade && (reported.state !== 'failed' || !isKnown)) return false
    if (isKnown && reported.state === 'failed' && refund.provider_status === 'failed') return false
    const failures = refund.failures + (reported.state === 'failed' ? 1 : 0)
    // Keys of another account can never make it.
    const isOver = failures >= maxFailures || reported.why === formerAccount
    const status = reported.state === 'succeeded' ? 'succeeded' : stateOf(reported.state, isOver)
    if (wasMade) await keepUndone(tx, refundId, now)
    await tx
      .updateTable('refunds')
      .set({
        status,
        failures,
        tries: sql<number>`tries + 1`,
        provider_ref: reported.ref ?? refund.provider_ref,
        provider_status: reported.state,
        failed_why: reported.why,
        ...(status === 'failed' && { failed_at: now }),
        settled_at: status === 'succeeded' ? now : null,
      })
      .where('id', '=', refundId)
      .execute()
    // A second payment of an order never counted as paid on the order itself.
    if (paymentStatus === 'succeeded') {
      const made = (status === 'succeeded' ? 1 : 0) - (wasMade ? 1 : 0)
      if (made !== 0) {
        await tx
          .updateTable('orders')
          .set({ refunded_pence: sql<number>`refunded_pence + ${made * refund.amount_pence}` })
          .where('id', '=', orderId)
          .execute()
      }
      await sql`select settle_points(${orderId}, ${now})`.execute(tx)
    }
    if (status === 'failed') {
      const words = `Order ${order.order_number}`
      const event = `refund-failed-${refundId}-${failures}`
      await notifyStaff(tx, { wish: 'refundFailed', event, words }, now)
    }
    // The provider may have refused because somebody gave the money back in its own dashboard.
    if (reported.ref === null && reported.state === 'failed' && reported.why !== formerAccount) {
      await enqueue(
        tx,
        'sync-refunds',
        { paymentId: refund.payment_id },
        now,
        `refunds-refused-${refundId}-${failures}`,
      )
    }
    if (status === 'succeeded' || status === 'failed') return false
    const wait = reported.state === 'failed' ? 0 : askAgainMinutes * 60_000
    await enqueue(tx, 'refund-payment', { refundId }, new Date(now.getTime() + wait))
    return true
  })
  if (again) jobWaiting()
}

const stateOf = (state: CardRefund['state'], isOver: boolean) => {
  if (state === 'failed') return isOver ? ('failed' as const) : ('requested' as const)
  return state === 'lacksBalance' ? ('waiting' as const) : ('requested' as const)
}
