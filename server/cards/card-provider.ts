import Stripe from 'stripe'
import type { Services } from '#server/services.ts'

type WithCards = Pick<Services, 'stripe' | 'config'>

/** A hosted card page of the provider, in our words. Its reference is what our payment rows keep. */
export interface CardSession {
  ref: string
  /** `unsettled`: finished by the customer, but the money has not been confirmed. */
  state: 'open' | 'paid' | 'ended' | 'unsettled'
  url: string
  /** What a refund is made against; empty until something was paid. */
  paymentRef: string
  amountPence: number
  currency: string
  orderNumber: string
  isLive: boolean
}

/** The provider said no: asking the same again is useless. */
export class CardRefusal extends Error {
  override name = 'CardRefusal'
}

/**
 * The provider could not be asked, or does not take our key. `isAnswered`: it answered that, so nothing of ours is under
 * way there.
 */
export class CardsUnavailable extends Error {
  override name = 'CardsUnavailable'
  readonly isAnswered: boolean
  constructor(isAnswered: boolean, code: string) {
    super(`the card provider is unavailable: ${code}`)
    this.isAnswered = isAnswered
  }
}

/** Something is wrong at or with the provider, not with us. */
export const isCardTrouble = (error: unknown): error is CardRefusal | CardsUnavailable =>
  error instanceof CardsUnavailable || error instanceof CardRefusal

/** The provider knows no such page under the key that we have. A refusal says the provider's own code. */
export const isUnknownPage = (error: unknown): boolean =>
  error instanceof CardRefusal && error.message === 'resource_missing'

/** The provider does not take the customer's address, which is for its own receipt alone. */
const isEmailRefused = (error: unknown): boolean =>
  error instanceof CardRefusal && error.message === 'email_invalid'

/** Two tries take 13 seconds at most: a parent is told within 15, before the connection to their browser ends. */
export const patience = { timeout: 6_000, maxNetworkRetries: 1 }
const passingStatus = new Set([409, 429])
/** Said of our key, and so of whatever is asked with it. */
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
  /** What is bought, for the customer's eyes. */
  title: string
  email: string
  endsAt: Date
}

/**
 * Opens a card page; asked again with the same wish, within a day, the provider gives the same page (its
 * idempotency key holds the order number). The ways back come from PUBLIC_URL, never from a request. Without the email
 * where the provider refuses that: it then asks the customer for one.
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

/**
 * Gives money back and answers the provider's reference. The provider is first asked whether this refund exists:
 * an answer may have been lost, and its idempotency keys live for a day only.
 */
export async function refundCard(
  { stripe }: Pick<Services, 'stripe'>,
  wanted: { refundId: number; paymentRef: string; amountPence: number },
): Promise<string> {
  const name = String(wanted.refundId)
  const known = (await refundsOf(stripe, wanted.paymentRef)).filter(
    refund => refund.metadata?.refund === name,
  )
  const before = known.find(isUnderWay)
  const refund =
    before ??
    (await ask(() =>
      stripe.refunds.create(
        { payment_intent: wanted.paymentRef, amount: wanted.amountPence, metadata: { refund: name } },
        { idempotencyKey: `refund-${wanted.paymentRef}-${name}-${known.length}` },
      ),
    ))
  if (!isUnderWay(refund)) throw new CardRefusal(`refund ${refund.status}`)
  return refund.id
}

/** Whether money that counted as given back has come back to us: its customer's bank would not take it. */
export const hasRefundFailed = async (
  { stripe }: Pick<Services, 'stripe'>,
  { paymentRef, refundRef }: { paymentRef: string; refundRef: string },
): Promise<boolean> =>
  (await refundsOf(stripe, paymentRef)).some(refund => refund.id === refundRef && !isUnderWay(refund))

const refundsOf = async (stripe: Stripe, paymentRef: string) =>
  (await ask(() => stripe.refunds.list({ payment_intent: paymentRef, limit: 100 }))).data

const isUnderWay = (refund: Stripe.Refund) => refund.status !== 'failed' && refund.status !== 'canceled'

/**
 * Only the provider's own pages may be handed to a browser: at Stripe's hosts, or, as a business may have a checkout
 * domain of its own there, at a host that Stripe names for a page in Stripe's form. Of the stand-in, when the SDK points
 * at it, the host is known.
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
