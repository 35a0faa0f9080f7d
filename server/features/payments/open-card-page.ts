import { planCardPage } from '#domain/payment-times.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import {
  type CardSession,
  CardsUnavailable,
  fetchCardSession,
  isCardPageUrl,
  isCardTrouble,
  openCardSession,
} from '#server/cards/card-provider.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { findUnsettledPage, giveUpClaim } from '#server/features/orders/unsettled-page.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { type OrderToPay, titleOfOrder } from './queries.ts'
import { requireOrderToPay } from './require-order-to-pay.ts'

interface Claim {
  paymentId: number
  pageRef: string | null
  orderNumber: string
  amountPence: number
  endsAt: Date
  /** False for a claim that an earlier call left behind. */
  isFresh: boolean
}

const rounds = 3

/**
 * The address of the hosted card page of an unpaid order (decisions E-04, E-07, E-37). There is one open page per
 * order: a row claims it under the order's lock, the provider is asked without a lock, and its answer is recorded;
 * a claim left behind by a killed process is taken over with the same idempotency key.
 */
export async function openCardPage(services: Services, actor: Actor, orderNumber: string): Promise<string> {
  const order = await requireOrderToPay(services, actor, orderNumber)
  try {
    return await openPageOf(services, order)
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    services.log.error('card page could not be opened', { error })
    throw new Refusal(sentences.paymentUnavailable)
  }
}

async function openPageOf(services: Services, order: OrderToPay): Promise<string> {
  const { db, clock } = services
  for (let round = 0; round < rounds; round++) {
    const claim = await transaction(db, tx => claimPage(tx, order.id, clock()))
    const page = await (claim.pageRef
      ? fetchCardSession(services, claim.pageRef)
      : askForPage(services, order, claim))
    if (page?.state === 'open') return checkedUrl(services, page)
    // Paid, or run out: the payment is settled, and a new page can be claimed unless the order is done with.
    if (page) await settlePayment(services, page)
  }
  throw new Refusal(sentences.paymentUnavailable)
}

async function claimPage(tx: Tx, orderId: number, now: Date): Promise<Claim> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .select(eb =>
      eb
        .selectFrom('bookings')
        .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
        .select(({ fn }) => fn.min<Date | null>('sessions.starts_at').as('startsAt'))
        .where('bookings.order_id', '=', orderId)
        .where('bookings.status', '<>', 'cancelled')
        .as('firstStartsAt'),
    )
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const firstSessionStartsAt = order.firstStartsAt ?? undefined
  const { hold_expires_at: holdExpiresAt } = order
  requireThat(order.status === 'pending' && holdExpiresAt && holdExpiresAt > now, sentences.notPayable)
  requireThat(order.total_pence > 0, sentences.notPayable)
  requireThat(!firstSessionStartsAt || firstSessionStartsAt > now, sentences.notPayable)
  const common = { orderNumber: order.order_number, amountPence: order.total_pence }
  const open = await findUnsettledPage(tx, orderId)
  requireThat(open?.status !== 'mismatched', sentences.beingChecked)
  if (open) {
    const { id: paymentId, provider_ref: pageRef, expires_at: endsAt } = open
    return { ...common, paymentId, pageRef, endsAt, isFresh: false }
  }
  const plan = planCardPage({ placedAt: order.placed_at, holdExpiresAt, firstSessionStartsAt }, now)
  await tx
    .updateTable('orders')
    .set({ hold_expires_at: plan.holdExpiresAt })
    .where('id', '=', orderId)
    .execute()
  const claimed = await tx
    .insertInto('payments')
    .values({
      order_id: orderId,
      amount_pence: order.total_pence,
      status: 'created',
      created_at: now,
      expires_at: plan.pageEndsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...common, paymentId: claimed.id, pageRef: null, endsAt: plan.pageEndsAt, isFresh: true }
}

/**
 * Asks for the claimed page and records it. Undefined when the claim could not be used: the provider refused it,
 * or it was given up meanwhile. Until it is recorded nobody has seen the page, so giving up a claim is safe.
 */
async function askForPage(
  services: Services,
  order: OrderToPay,
  claim: Claim,
): Promise<CardSession | undefined> {
  const { db, clock, jobWaiting } = services
  try {
    const page = await openCardSession(services, {
      ...claim,
      title: await titleOfOrder(db, order.id),
      email: order.email,
    })
    if (await recordPage(db, claim.paymentId, page)) return page
    await transaction(db, tx => closeLater(tx, claim.paymentId, page, clock()))
    jobWaiting()
    return undefined
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    const mayBeUnderWay = error instanceof CardsUnavailable && !error.isAnswered
    if (!mayBeUnderWay) await giveUpClaim(db, claim.paymentId, clock())
    // A claim of long ago may have become too short for the provider; a fresh one is not.
    if (claim.isFresh || error instanceof CardsUnavailable) throw error
    return undefined
  }
}

/** Writes the page to its claim; false when the claim was given up meanwhile. */
async function recordPage(db: Db, paymentId: number, { ref, url }: CardSession): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ provider_ref: ref, checkout_url: url })
    .where('id', '=', paymentId)
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Nobody has seen the page of a claim that was given up: a job closes it. */
async function closeLater(tx: Tx, paymentId: number, { ref, url }: CardSession, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ provider_ref: ref, checkout_url: url })
    .where('id', '=', paymentId)
    .where('provider_ref', 'is', null)
    .executeTakeFirstOrThrow()
  // Otherwise it is the page of another press, which has been paid or has ended meanwhile.
  if (numUpdatedRows > 0) {
    await enqueue(tx, 'close-card-page', { paymentId }, now, `close-card-page-${paymentId}`)
  }
}

function checkedUrl(services: Services, page: CardSession): string {
  if (!isCardPageUrl(services, page.url)) throw new Error('the card page is not at the provider')
  return page.url
}
