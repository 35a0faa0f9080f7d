import Stripe from 'stripe'
import type { Services } from '#server/services.ts'

type WithCards = Pick<Services, 'stripe' | 'config'>

/** A hosted card page of the provider, in our terms. Our payment rows store its reference. */
export interface CardSession {
  ref: string
  /** `unsettled`: finished by the customer, but the money is not confirmed yet. */
  state: 'open' | 'paid' | 'ended' | 'unsettled'
  url: string
  /** The payment that a refund refers to; empty until something was paid. */
  paymentRef: string
  amountPence: number
  currency: string
  orderNumber: string
  isLive: boolean
}

/** The provider refused: repeating the request is useless. */
export class CardRefusal extends Error {
  override name = 'CardRefusal'
}

/**
 * The provider could not be reached, or refused our key. `isAnswered` says that it did answer, so nothing of
 * ours is in progress there.
 */
export class CardsUnavailable extends Error {
  override name = 'CardsUnavailable'
  readonly isAnswered: boolean
  constructor(isAnswered: boolean, code: string) {
    super(`the card provider is unavailable: ${code}`)
    this.isAnswered = isAnswered
  }
}

/** Whether an error comes from the provider and not from us. */
export const isCardTrouble = (error: unknown): error is CardRefusal | CardsUnavailable =>
  error instanceof CardsUnavailable || error instanceof CardRefusal

/** Whether the provider has no such page under our key. A refusal's message is the provider's own code. */
export const isUnknownPage = (error: unknown): boolean =>
  error instanceof CardRefusal && error.message === 'resource_missing'

/** Whether the provider refused the customer's address, which it needs only for its own receipt. */
const isEmailRefused = (error: unknown): boolean =>
  error instanceof CardRefusal && error.message === 'email_invalid'

/**
 * Two tries take at most 13 seconds. So a parent gets an answer within 15, before the connection to their
 * browser ends.
 */
export const patience = { timeout: 6_000, maxNetworkRetries: 1 }
const passingStatus = new Set([409, 429])
/** Statuses that refuse our key, and so every request made with it. */
const keyStatus = new Set([401, 403])

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode = 0, code = error.type } = error
    const isOfKey = keyStatus.has(statusCode)
    const isRefusal = statusCode >= 400 && statusCode < 500 && !passingStatus.has(statusCode)
    if (isRefusal && !isOfKey) throw new CardRefusal(code)
    throw new CardsUnavailable(statusCode >= 500 || isOfKey, code)
  }
}

export interface CardPageWanted {
  orderNumber: string
  paymentId: number
  amountPence: number
  /** The line that the customer sees on the card page. */
  title: string
  email: string
  endsAt: Date
}

/**
 * Opens a card page. If asked again within a day, the provider returns the same page, because the idempotency
 * key holds the order number. The return addresses come from PUBLIC_URL, never from a request. If the
 * provider refuses the email, the page is opened without it, and the customer enters one there.
 */
export async function openCardSession(
  services: WithCards & Pick<Services, 'business'>,
  wanted: CardPageWanted,
): Promise<CardSession> {
  try {
    return await createCardSession(services, wanted)
  } catch (error) {
    if (!isEmailRefused(error)) throw error
    return await createCardSession(services, { ...wanted, email: '' })
  }
}

async function createCardSession(
  { stripe, config, business }: WithCards & Pick<Services, 'business'>,
  wanted: CardPageWanted,
): Promise<CardSession> {
  const { orderNumber, paymentId, amountPence, title, email, endsAt } = wanted
  const back = `${config.publicUrl}/checkout/return?order=${encodeURIComponent(orderNumber)}`
  const session = await ask(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        client_reference_id: orderNumber,
        metadata: { order: orderNumber },
        payment_intent_data: { metadata: { order: orderNumber } },
        ...(business.name && { branding_settings: { display_name: business.name } }),
        ...(email && { customer_email: email }),
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'gbp', unit_amount: amountPence, product_data: { name: title } },
          },
        ],
        expires_at: Math.floor(endsAt.getTime() / 1000),
        success_url: `${back}&session={CHECKOUT_SESSION_ID}`,
        cancel_url: back,
      },
      // The same key with other parameters would be an error.
      { idempotencyKey: `${orderNumber}-${paymentId}${email ? '' : '-no-email'}` },
    ),
  )
  return inOurWords(session)
}

export async function fetchCardSession(
  { stripe }: Pick<Services, 'stripe'>,
  ref: string,
): Promise<CardSession> {
  return inOurWords(await ask(() => stripe.checkout.sessions.retrieve(ref)))
}

/** Ends an open card page, so that it can no longer be paid, and says what it is now: ended, or paid after all. */
export async function endCardSession(services: Pick<Services, 'stripe'>, ref: string): Promise<CardSession> {
  try {
    return inOurWords(await ask(() => services.stripe.checkout.sessions.expire(ref)))
  } catch (error) {
    if (error instanceof CardRefusal) return fetchCardSession(services, ref)
    throw error
  }
}

/** A refund at the provider, in our terms. */
export interface CardRefund {
  ref: string
  /** The id of our refund that it was made for; empty for a refund made in the dashboard. */
  ownName: string
  pence: number
  /** `lacksBalance`: the provider makes the refund once there is money. */
  state: 'succeeded' | 'pending' | 'lacksBalance' | 'failed'
  /** The provider's own word for the reason. */
  why: string
}

interface RefundWanted {
  refundId: number
  paymentRef: string
  amountPence: number
  /** The number of tries so far. Each try has its own idempotency key. */
  tries: number
  /** The provider's reference, if we know it already. */
  knownRef: string | null
  /** Whether the refund was made before, so that only its state is read. */
  isMadeBefore: boolean
}

/**
 * Makes a refund and returns its state. First asks the provider whether this refund exists, because an answer
 * may have been lost and idempotency keys last only a day. A failed refund is returned once, and made again
 * at the next try.
 */
export async function refundCard(
  { stripe }: Pick<Services, 'stripe'>,
  wanted: RefundWanted,
): Promise<CardRefund> {
  const { refundId, paymentRef, amountPence, tries, knownRef, isMadeBefore } = wanted
  const name = String(refundId)
  const known = (await listRefunds({ stripe }, paymentRef)).filter(({ ownName }) => ownName === name)
  const underWay = known.find(({ state }) => state !== 'failed')
  const [newest] = known
  if (underWay) return underWay
  if (newest && (isMadeBefore || newest.ref !== knownRef)) return newest
  const refund = await ask(() =>
    stripe.refunds.create(
      { payment_intent: paymentRef, amount: amountPence, metadata: { refund: name } },
      { idempotencyKey: `refund-${paymentRef}-${name}-${known.length}-${tries}` },
    ),
  )
  return refundInOurWords(refund)
}

/** Lists the refunds of a payment, newest first. */
export const listRefunds = async (
  { stripe }: Pick<Services, 'stripe'>,
  paymentRef: string,
): Promise<CardRefund[]> =>
  (await ask(() => stripe.refunds.list({ payment_intent: paymentRef, limit: 100 }))).data.map(
    refundInOurWords,
  )

const maxRefundsAsked = 1_000

/** Lists the refunds of all payments since a moment, newest first. */
export const listRefundsSince = (
  { stripe }: Pick<Services, 'stripe'>,
  since: Date,
): Promise<(CardRefund & { paymentRef: string })[]> =>
  ask(async () => {
    const made: (CardRefund & { paymentRef: string })[] = []
    const created = { gte: Math.floor(since.getTime() / 1000) }
    for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
      const { payment_intent: paid } = refund
      made.push({
        ...refundInOurWords(refund),
        paymentRef: typeof paid === 'string' ? paid : (paid?.id ?? ''),
      })
      if (made.length === maxRefundsAsked) break
    }
    return made
  })

function refundInOurWords(refund: Stripe.Refund): CardRefund {
  const { id, amount, metadata, status, pending_reason: pending, failure_reason: failure } = refund
  const isFailed = status === 'failed' || status === 'canceled'
  return {
    ref: id,
    ownName: metadata?.refund ?? '',
    pence: amount,
    state: isFailed
      ? 'failed'
      : status === 'succeeded'
        ? 'succeeded'
        : pending === 'insufficient_funds'
          ? 'lacksBalance'
          : 'pending',
    why: isFailed ? (failure ?? status ?? '') : (pending ?? ''),
  }
}

/** A payment that its customer disputes at their bank, in our terms. */
export interface CardDispute {
  ref: string
  paymentRef: string
  pence: number
  /** The provider's own word for the reason. */
  reason: string
  state: 'open' | 'won' | 'lost'
}

/** Lists the disputes of a payment, newest first. */
export const listDisputes = async (
  { stripe }: Pick<Services, 'stripe'>,
  paymentRef: string,
): Promise<CardDispute[]> =>
  (await ask(() => stripe.disputes.list({ payment_intent: paymentRef, limit: 100 }))).data.map(
    disputeInOurWords,
  )

/** Lists the disputes of all payments opened since a moment, newest first. */
export const listDisputesSince = async (
  { stripe }: Pick<Services, 'stripe'>,
  since: Date,
): Promise<CardDispute[]> => {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return (await ask(() => stripe.disputes.list({ created, limit: 100 }))).data.map(disputeInOurWords)
}

const endsWell = new Set(['won', 'warning_closed', 'prevented'])

function disputeInOurWords({
  id,
  amount,
  reason,
  status,
  payment_intent: paid,
}: Stripe.Dispute): CardDispute {
  return {
    ref: id,
    paymentRef: typeof paid === 'string' ? paid : (paid?.id ?? ''),
    pence: amount,
    reason,
    state: status === 'lost' ? 'lost' : endsWell.has(status) ? 'won' : 'open',
  }
}

/**
 * Whether an address is one of the provider's own pages: only those may be given to a browser. At Stripe that
 * is a host of Stripe, or a business's own checkout domain with a path in Stripe's form. With the stand-in it
 * is the stand-in's host.
 */
export function isCardPageUrl({ stripe, config }: WithCards, text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, username, password } = new URL(text)
  const asked = stripe.resolveBaseAddress('api')
  if (asked === 'api.stripe.com') {
    if (protocol !== 'https:' || username || password) return false
    return /(^|\.)stripe\.com$/.test(hostname) || /\/pay\/cs_\w+$/.test(pathname)
  }
  return /^https?:$/.test(protocol) && [asked, new URL(config.publicUrl).hostname].includes(hostname)
}

function inOurWords(session: Stripe.Checkout.Session): CardSession {
  const { payment_intent: intent } = session
  return {
    ref: session.id,
    state: stateOf(session),
    url: session.url ?? '',
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountPence: session.amount_total ?? 0,
    currency: session.currency ?? '',
    orderNumber: session.client_reference_id ?? '',
    isLive: session.livemode,
  }
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session): CardSession['state'] {
  if (payment_status === 'paid') return 'paid'
  if (status === 'expired') return 'ended'
  return status === 'open' ? 'open' : 'unsettled'
}
