import { sql } from 'kysely'
import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import {
  atMostOfPack,
  atMostPieces,
  cancelSentences,
  packChanged,
  whyNoPackBack,
} from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { creditsLeft, packWorth, piecesWorth } from '#domain/returns.ts'
import { sentences } from '#domain/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import type { Tx } from '#server/database/connect.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { announceRefund } from './announce-refund.ts'
import { acceptAsked } from './ask-refund.ts'
import { requireOrder, wantsReference } from './cancel-in-office.ts'
import { giveGoodwillCredits } from './give-goodwill-credits.ts'
import { isDisputed } from './is-disputed.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { noteToRing } from './note-to-ring.ts'
import { type GivenWay, oweRefund, wayBack } from './owe-refund.ts'
import { isOfOrder, lockPayment } from './payment-of-order.ts'
import { type OrderMoney, readOrderMoney } from './read-order-money.ts'
import { type ReturnedPieces, returnItems } from './return-items.ts'
import { tellOfLargeRefund } from './tell-of-large-refund.ts'
import { moveCredits } from './write-ledger.ts'

const maxCreditsAtOnce = 100

/**
 * Refunds part of an order without cancelling a place (spec 4 §3): goodwill, unspent credits of a pack, or
 * returned products. Never more than was paid. Locks account, order, payment and products.
 */
export async function refundInOffice(input: CallInput<typeof calls.refund>, request: OfficeRequest) {
  const { number, credits = 0, requestId } = input
  const reason = input.reason.trim()
  requireFields({
    ...(credits > 0 ? {} : wrongMoney(input)),
    credits: credits > maxCreditsAtOnce && cancelSentences.creditsToGive,
    reason: !saysWhy(reason) && officeSentences.sayWhy,
  })
  const orderId = await requireOrder(request.db, number)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, orderId)
    const given =
      credits > 0
        ? await giveGoodwillCredits(tx, order, input, request)
        : await giveMoneyBack(tx, order, { ...input, reason }, request)
    return {
      answer: {},
      action: {
        action: 'order.refund' as const,
        subjectKind: 'order',
        subjectId: orderId,
        ...(order.account_id && { accountId: order.account_id }),
        reason,
        facts: given,
      },
    }
  })
  request.jobWaiting()
  return recorded
}

type RefundAsked = CallInput<typeof calls.refund>
type Facts = NonNullable<Action['facts']>

const wrongMoney = ({ pence, method, reference, items = [] }: RefundAsked) => ({
  pence: pence < 1 && !items.some(({ quantity }) => quantity > 0) && cancelSentences.leastPence,
  reference: pence > 0 && wantsReference({ method, reference }),
})

/**
 * Gives money of an order back, in the caller's transaction, and tells the family. Locks the payment; the caller has
 * locked the account and the order.
 */
export async function giveMoneyBack(
  tx: Tx,
  { id: orderId, order_number: number, account_id: accountId }: LockedOrder,
  asked: RefundAsked,
  request: OfficeRequest,
): Promise<Facts> {
  const { pence, method, leftPence, bookingId, askedId, reason } = asked
  const { clock, staff } = request
  await lockPayment(tx, orderId)
  const money = await readOrderMoney(tx, orderId)
  requireThat(money.paymentId, cancelSentences.nothingPaid)
  requireThat(!(await isDisputed(tx, money.paymentId)), cancelSentences.disputed)
  const credits = packCreditsBack(money, asked)
  if (money.leftPence !== leftPence) throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
  const items = itemsBack(money, asked.items ?? [])
  const place = money.places.find(one => one.bookingId === bookingId)
  requireThat(bookingId === undefined || place, sentences.sessionNotFound)
  const most = Math.min(
    items.length > 0 ? piecesWorth(items, money) : leftPence,
    place && place.status !== 'cancelled' ? place.payablePence - place.backPence : leftPence,
  )
  requireThat(pence <= most, atMostBack(most), 'pence')
  const way = wayBack(money, { method, reference: asked.reference.trim() })
  const kind = credits > 0 ? 'pack' : items.length > 0 ? 'returned' : 'goodwill'
  const refundId =
    pence > 0
      ? await oweRefund(
          tx,
          {
            ...{ paymentId: money.paymentId, pence, kind, reason, staffId: staff.staffId, credits },
            ...(place && place.status !== 'cancelled' && { bookingId: place.bookingId }),
          },
          way,
          clock(),
        )
      : null
  if (credits > 0 && accountId && refundId) {
    const memo = `Order ${number}, credits refunded`
    await moveCredits(tx, {
      ...{ accountId, delta: -credits, reason: 'packReturned', orderId, refundId, memo, now: clock() },
    })
  }
  const returned = await returnItems(tx, { items, refundId, orderNumber: number }, request)
  if (askedId && refundId) await acceptAsked(tx, { askedId, orderId, refundId }, request)
  const onceKey = refundId ? `goodwill-${refundId}` : `returned-${returned.at(-1)}`
  await announceRefund(tx, request, { orderId, onceKey, pence, way, packCredits: credits, items })
  await noteToRing(tx, request, [orderId], 'refunded')
  await tellOfLargeRefund(tx, { number, pence }, request)
  return {
    ...{ pence, method: way.method },
    ...(refundId && { refund: refundId }),
    ...(credits > 0 && { credits: -credits }),
    ...(returned.length > 0 && { returned }),
  }
}

const isPaid = (status: OrderMoney['status']) => status === 'paid' || status === 'completed'

/**
 * Returns how many credits of the pack to give back; 0 if none. Refuses if the pack's figures have changed
 * since they were shown.
 */
function packCreditsBack({ pack, leftPence }: OrderMoney, asked: RefundAsked): number {
  if (!asked.packCredits) return 0
  const { credits, left } = asked.packCredits
  requireThat(pack, cancelSentences.noPack)
  const why = whyNoPackBack(pack, leftPence)
  if (why) throw new OfficeRefusal(why, 409)
  const changed = packChanged(pack, leftPence)
  if (creditsLeft(pack) !== left || asked.leftPence !== leftPence) throw new OfficeRefusal(changed, 409)
  requireFields({ packCredits: (credits < 1 || credits > left) && atMostOfPack(left) })
  if (asked.pence !== packWorth(pack, credits, leftPence)) throw new OfficeRefusal(changed, 409)
  return credits
}

/** Returns the lines with returned pieces. Refuses more pieces than were bought and not returned yet. */
function itemsBack(
  { items, status }: OrderMoney,
  asked: NonNullable<RefundAsked['items']>,
): ReturnedPieces[] {
  const chosen = asked.filter(({ quantity }) => quantity > 0)
  requireThat(chosen.length === 0 || isPaid(status), cancelSentences.notPaid)
  requireThat(new Set(chosen.map(({ id }) => id)).size === chosen.length, cancelSentences.itemNotFound)
  return chosen.map(({ id, quantity, restock }) => {
    const item = items.find(each => each.id === id)
    requireThat(item, cancelSentences.itemNotFound)
    const most = item.quantity - item.returned
    requireFields({ [`pieces-${id}`]: quantity > most && atMostPieces(most) })
    const { productId, name, unitPence } = item
    return { itemId: id, productId, name, unitPence, quantity, restock }
  })
}

/** Tries a failed refund once more, by a job. */
export const retryRefund = (
  { refundId, requestId }: CallInput<typeof calls.retryRefund>,
  request: OfficeRequest,
) =>
  decideFailed(request, { refundId, requestId }, 'order.retryRefund', async (tx, failed) => {
    requireThat(failed.method !== 'hand', deskSentences.retryByHand)
    await tx
      .updateTable('refunds')
      .set({ status: 'requested', provider_status: 'failed' })
      .where('id', '=', refundId)
      .execute()
    await sql`select settle_points(${failed.orderId}, ${request.clock()})`.execute(tx)
    await enqueue(tx, 'refund-payment', { refundId }, request.clock())
  })

/** Records that the money of a failed refund was given back in another way. */
export function refundByHand(
  { refundId, method, reference, requestId }: CallInput<typeof calls.refundByHand>,
  request: OfficeRequest,
) {
  requireFields({ reference: wantsReference({ method, reference }) })
  return decideFailed(request, { refundId, requestId }, 'order.refundByHand', async (tx, failed) => {
    const now = request.clock()
    await tx
      .updateTable('refunds')
      .set({ status: 'succeeded', method, reference: reference.trim(), settled_at: now })
      .where('id', '=', refundId)
      .execute()
    await tx
      .updateTable('orders')
      .set({ refunded_pence: sql<number>`refunded_pence + ${failed.pence}` })
      .where('id', '=', failed.orderId)
      .where(
        sql<boolean>`exists (select from payments p where p.id = ${failed.paymentId} and ${isOfOrder()})`,
      )
      .execute()
    await sql`select settle_points(${failed.orderId}, ${now})`.execute(tx)
  })
}

interface Failed {
  orderId: number
  paymentId: number
  pence: number
  method: GivenWay['method']
}

/**
 * Returns how much of a payment is neither refunded nor being refunded. The caller has locked the payment.
 */
async function leftOfPayment(tx: Tx, paymentId: number): Promise<number> {
  const { rows } = await sql<{
    pence: number
  }>`select (p.amount_pence - coalesce(sum(r.amount_pence), 0))::int as pence
    from payments p left join refunds r on r.payment_id = p.id and r.status not in ('failed', 'superseded')
    where p.id = ${paymentId} group by p.id`.execute(tx)
  return rows[0]?.pence ?? 0
}

/** Runs a decision about a failed refund in a transaction. Locks account, order, payment, refund. */
async function decideFailed(
  request: OfficeRequest,
  { refundId, requestId }: { refundId: number; requestId?: string | undefined },
  action: 'order.retryRefund' | 'order.refundByHand',
  decide: (tx: Tx, failed: Failed) => Promise<void>,
) {
  const { db, jobWaiting } = request
  const found = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id as orderId', 'payments.id as paymentId', 'refunds.amount_pence as pence'])
    .select('refunds.method')
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
  requireThat(found, cancelSentences.refundNotFound)
  const recorded = await recordAction(request, { requestId }, async tx => {
    const order = await lockOrder(tx, found.orderId)
    await sql`select id from payments where id = ${found.paymentId} for update`.execute(tx)
    const { status } = await tx
      .selectFrom('refunds')
      .select('status')
      .where('id', '=', refundId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    requireThat(status === 'failed', cancelSentences.refundNotFailed)
    requireThat(!(await isDisputed(tx, found.paymentId)), cancelSentences.disputed)
    requireThat((await leftOfPayment(tx, found.paymentId)) >= found.pence, cancelSentences.backAlready)
    await decide(tx, found)
    return {
      answer: {},
      action: {
        action,
        subjectKind: 'order',
        subjectId: found.orderId,
        ...(order.account_id && { accountId: order.account_id }),
        facts: { refund: refundId, pence: found.pence },
      },
    }
  })
  jobWaiting()
  return recorded
}
