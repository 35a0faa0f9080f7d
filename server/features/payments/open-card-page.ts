import { sql } from 'kysely'
import { planCardPage } from '#domain/payment-times.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import {
  CardRefusal,
  type CardSession,
  CardsUnavailable,
  fetchCardSession,
  isCardPageUrl,
  isCardTrouble,
  openCardSession,
} from '#server/cards/card-provider.ts'
import { planKept, type Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { tellOfFailure } from '#server/features/health/report-failures.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { giveUpClaim } from '#server/features/orders/unsettled-card-page.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { countTry } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { type OrderToPay, titleOfOrder } from './queries.ts'
import { type Payer, requireOrderToPay } from './require-order-to-pay.ts'

interface Claim {
  paymentId: number
  endsAt: Date
  /** False for a claim that an earlier call left behind. */
  isFresh: boolean
}

const rounds = 3
const failuresUntilTold = 3
const refusalsUntilTold = 2

/**
 * Returns the address of the hosted card page of an unpaid order (decisions E-04, E-07, E-37). There is one open page
 * per order. It takes three statements: reading the order, claiming a page in a row once the rules allow it, and
 * recording the provider's answer. A claim left by a killed process is taken over with the same idempotency key.
 */
export async function openCardPage(services: Services, payer: Payer, orderNumber: string): Promise<string> {
  try {
    for (let round = 0; round < rounds; round++) {
      const order = await requireOrderToPay(services, payer, orderNumber)
      const page = await findOrAskForPage(services, order)
      if (page?.state === 'open') return checkedUrl(services, page)
      // The page was paid or has expired, so the payment is settled. Then a new page can be claimed, unless
      // the order is finished.
      if (page) await settlePayment(services, page)
    }
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    services.log.error('card page could not be opened', { error })
    if (error instanceof CardsUnavailable) await tellOfLasting(services)
    else await tellOfRefusal(services, orderNumber, error)
  }
  throw new Refusal(sentences.paymentUnavailable)
}

/** Reports a failure only after several within ten minutes, because a single time-out needs no action. */
async function tellOfLasting({ db, clock }: Services): Promise<void> {
  const now = clock()
  if ((await countTry(db, { key: 'cards-unavailable', perMinutes: 10 }, now)) < failuresUntilTold) return
  await tellOfFailure(db, 'cards', 'Customers cannot pay by card', now)
}

/** Reports that the provider refused one order again, because that needs action. */
async function tellOfRefusal(
  { db, clock }: Services,
  orderNumber: string,
  { message }: CardRefusal,
): Promise<void> {
  const now = clock()
  const refused = { key: `card-refused-${orderNumber}`, perMinutes: 24 * 60 }
  if ((await countTry(db, refused, now)) < refusalsUntilTold) return
  const words = `Order ${orderNumber} cannot be paid by card. The card provider refuses it (${message})`
  await tellOfFailure(db, `card-refused-${orderNumber}`, words, now)
}

/**
 * Returns the order's card page, or asks the provider for one. Undefined if the facts have changed since, or
 * the claim could not be used.
 */
async function findOrAskForPage(services: Services, order: OrderToPay): Promise<CardSession | undefined> {
  const { db, clock } = services
  const now = clock()
  const { status, holdExpiresAt, placedAt, page } = order
  const firstSessionStartsAt = order.firstStartsAt ?? undefined
  requireThat(status === 'pending' && holdExpiresAt && holdExpiresAt > now, sentences.notPayable)
  requireThat(order.totalPence > 0, sentences.notPayable)
  requireThat(!firstSessionStartsAt || firstSessionStartsAt > now, sentences.notPayable)
  requireThat(page?.status !== 'mismatched', sentences.beingChecked)
  if (page?.ref) return fetchCardSession(services, page.ref)
  if (page) return askForPage(services, order, { ...page, endsAt: new Date(page.endsAt), isFresh: false })
  const plan = planCardPage({ placedAt, holdExpiresAt, firstSessionStartsAt }, now)
  // `is not distinct from` keeps PostgreSQL from using the index of hold ends, so that it reads the order by
  // its id and not among all unpaid orders. An unchanged hold is not written, because a write would check all
  // constraints of the order again.
  const { rows } = await sql<{ paymentId: number }>`${planKept}
    with held as (
      select id, total_pence from orders
      where id = ${order.id} and hold_expires_at is not distinct from ${holdExpiresAt}::timestamptz
      for no key update
    ), moved as (
      update orders set hold_expires_at = ${plan.holdExpiresAt} from held
      where orders.id = held.id and ${plan.holdExpiresAt}::timestamptz <> ${holdExpiresAt}::timestamptz
    )${presentAccount(services)}
    insert into payments (order_id, amount_pence, status, created_at, expires_at)
    select id, total_pence, 'created', ${now}, ${plan.pageEndsAt} from held${hasAccount(services) ? sql`, account` : sql``}
    on conflict (order_id) where status in ('created', 'mismatched') do nothing
    returning id as "paymentId"`.execute(db)
  const [claim] = rows
  return claim && askForPage(services, order, { ...claim, endsAt: plan.pageEndsAt, isFresh: true })
}

const hasAccount = ({ config }: Services) => config.stripe?.version !== undefined

/**
 * Returns the part of the claim that waits for an owner who is changing keys, and finds nothing once they were changed: a
 * page opened with the former keys would be paid into another account.
 */
const presentAccount = ({ config }: Services) =>
  config.stripe?.version === undefined
    ? sql``
    : sql`, account as (select from card_account where version = ${config.stripe.version} for share)`

/**
 * Asks the provider for the claimed page and records it. Undefined if the provider refused or the claim was
 * given up. Nobody sees a page before it is recorded, so giving up a claim is safe.
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
      orderNumber: order.orderNumber,
      amountPence: order.totalPence,
      title: titleOfOrder(order),
      email: order.email,
    })
    if (await recordPage(services, claim.paymentId, page)) return page
    await transaction(db, tx => closeLater(tx, claim.paymentId, page, clock()))
    jobWaiting()
    return undefined
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    const mayBeUnderWay = error instanceof CardsUnavailable && !error.isAnswered
    if (!mayBeUnderWay) await giveUpClaim(db, claim.paymentId, clock())
    // An old claim may have too little time left for the provider, so the caller claims again; a fresh claim
    // has enough.
    if (claim.isFresh || error instanceof CardsUnavailable) throw error
    return undefined
  }
}

/** Writes the page to its claim; false if the claim was given up. */
async function recordPage(
  { db, config }: Services,
  paymentId: number,
  { ref, url }: CardSession,
): Promise<boolean> {
  const recorded = await sql`${planKept} update payments set provider_ref = ${ref}, checkout_url = ${url},
      card_account_id = ${config.stripe?.accountId ?? ''}
    where id = ${paymentId} and status = 'created'`.execute(db)
  return recorded.numAffectedRows === 1n
}

/** Leaves a card page that nobody has seen to a job that closes it, because its claim was given up. */
async function closeLater(tx: Tx, paymentId: number, { ref, url }: CardSession, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ provider_ref: ref, checkout_url: url })
    .where('id', '=', paymentId)
    .where('provider_ref', 'is', null)
    .executeTakeFirstOrThrow()
  // Otherwise the payment has the page of another click, which was paid or has ended.
  if (numUpdatedRows > 0) {
    await enqueue(tx, 'close-card-page', { paymentId }, now, `close-card-page-${paymentId}`)
  }
}

function checkedUrl(services: Services, page: CardSession): string {
  if (!isCardPageUrl(services, page.url))
    throw new CardRefusal('the address of its page is none for a browser')
  return page.url
}
