import { sql } from 'kysely'
import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { cancelledBefore, cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import {
  type CardSession,
  fetchCardSession,
  isCardTrouble,
  isUnknownPage,
} from '#server/cards/card-provider.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { announceRefund, announceSecondPayment } from './announce-order.ts'
import { requireOrder } from './cancel-in-office.ts'
import { lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { oweRefund } from './owe-refund.ts'
import { releaseOrder } from './release-order.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'

type Outcome = CallOutput<typeof calls.askAgain>['outcome']
type Differs = NonNullable<CallOutput<typeof calls.askAgain>['differs']>

const outcomes: Partial<Record<Settlement, Outcome>> = {
  confirmed: 'paid',
  refundDue: 'goesBack',
  mismatch: 'differs',
}

/** Asks the provider again about a mismatched payment, and settles it if it matches now. */
export async function askAgain(
  { number, requestId }: CallInput<typeof calls.askAgain>,
  request: OfficeRequest,
) {
  const { db } = request
  const orderId = await requireOrder(db, number)
  const payment = await requireMismatch(db, orderId)
  const outcome = outcomes[await settlePayment(request, await fetchPage(request, payment))] ?? 'settled'
  const { differs } = await db
    .selectFrom('payments')
    .select('differs')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return recordAction(request, { requestId }, async tx => {
    if (outcome === 'paid') await noteToRing(tx, request, [orderId], 'paid')
    if (outcome === 'goesBack') await noteToRing(tx, request, [orderId], 'refunded')
    return {
      answer: { outcome, differs: differs as Differs | null },
      action: {
        action: 'mismatch.decide' as const,
        subjectKind: 'order',
        subjectId: orderId,
        facts: { decision: 'askAgain', outcome },
      },
    }
  })
}

/**
 * Refunds a mismatched payment in full, and ends its order if it is still unpaid. Asks the provider first how much came
 * in, and refuses if that differs from the shown amount. Locks account, order and payment.
 */
export async function giveBackMismatch(
  { number, receivedPence, requestId, ...given }: CallInput<typeof calls.giveBackMismatch>,
  request: OfficeRequest,
) {
  const { db, clock, staff, jobWaiting } = request
  const reason = given.reason.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  const orderId = await requireOrder(db, number)
  const { id: paymentId, provider_ref } = await requireMismatch(db, orderId)
  const page = await fetchPage(request, { provider_ref })
  if (page.state !== 'paid' || page.amountPence !== receivedPence) {
    throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
  }
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    await sql`select id from payments where id = ${paymentId} for update`.execute(tx)
    await requireMismatch(tx, orderId)
    const now = clock()
    await refusePayment(tx, paymentId, page, now)
    const refundId = await oweRefund(
      tx,
      { paymentId, pence: page.amountPence, kind: 'mismatch', reason, staffId: staff.staffId },
      undefined,
      now,
    )
    if (order.status === 'pending') await releaseOrder(tx, order, 'staff', now)
    else if (order.status === 'cancelled') await announceRefund(tx, request, orderId, page.amountPence)
    else await announceSecondPayment(tx, request, orderId, { id: paymentId, amount_pence: page.amountPence })
    await noteToRing(tx, request, [orderId], order.status === 'pending' ? 'ended' : 'refunded')
    return {
      answer: {},
      action: {
        action: 'mismatch.decide' as const,
        subjectKind: 'order',
        subjectId: orderId,
        ...(order.account_id && { accountId: order.account_id }),
        reason,
        facts: { decision: 'giveBack', pence: page.amountPence, refund: refundId },
      },
    }
  })
  jobWaiting()
  return recorded
}

/** Stores the received amount as the payment's amount, because that much can be refunded. */
async function refusePayment(tx: Tx, paymentId: number, page: CardSession, now: Date): Promise<void> {
  const { amountPence, currency, orderNumber, paymentRef } = page
  const said = { pence: amountPence, currency, orderNumber }
  await tx
    .updateTable('payments')
    .set({ status: 'refused', payment_ref: paymentRef, amount_pence: amountPence, settled_at: now })
    .set({ differs: sql`coalesce(differs, '{"isOurMode": true}') || ${JSON.stringify(said)}::jsonb` })
    .where('id', '=', paymentId)
    .execute()
}

/**
 * Finds the mismatched payment of an order. If a colleague has decided it already, refuses with their name
 * and the time.
 */
async function requireMismatch(
  db: Db,
  orderId: number,
): Promise<{ id: number; provider_ref: string | null }> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'provider_ref'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'mismatched')
    .executeTakeFirst()
  if (payment) return payment
  const first = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('staff', 'staff.id', 'refunds.staff_id')
    .select(['staff.full_name as by', 'refunds.requested_at as at'])
    .where('payments.order_id', '=', orderId)
    .where('refunds.kind', '=', 'mismatch')
    .executeTakeFirst()
  throw new OfficeRefusal(
    first ? cancelledBefore(first.by, momentInLondon(first.at).slice(11)) : cancelSentences.noMismatch,
    409,
  )
}

async function fetchPage(
  request: OfficeRequest,
  { provider_ref: ref }: { provider_ref: string | null },
): Promise<CardSession> {
  requireThat(ref, cancelSentences.noMismatch)
  return await fetchCardSession(request, ref).catch(error => {
    if (isUnknownPage(error)) throw new Refusal(cancelSentences.providerDoesNotKnow)
    if (isCardTrouble(error)) throw new Refusal(cancelSentences.providerAway)
    throw error
  })
}
