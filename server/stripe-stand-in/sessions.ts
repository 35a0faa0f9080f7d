import { ApiRefusal, noSuch } from './api-refusal.ts'
import { type KeptSession, type LineItem, newId, type PaymentIntent, type ShownSession } from './ledger.ts'
import {
  metadata,
  type Parameters,
  refuseUnknown,
  requiredText,
  wantsExpanded,
  webAddress,
  wholeNumber,
} from './parameters.ts'
import type { StandIn } from './stand-in.ts'

const accepted = [
  'mode',
  'line_items',
  'client_reference_id',
  'metadata',
  'success_url',
  'cancel_url',
  'expires_at',
  'customer_email',
  'payment_intent_data',
  'payment_method_types',
  'branding_settings',
  'locale',
  'submit_type',
  'expand',
]
const halfAnHour = 30 * 60
const day = 24 * 60 * 60
const smallestTotal = 30
const largestTotal = 99_999_999

export function createSession(standIn: StandIn, given: Parameters): ShownSession {
  refuseUnknown(given, accepted)
  if (requiredText(given, 'mode') !== 'payment') {
    throw new ApiRefusal({ message: 'Only the mode payment is spoken here.', param: 'mode' })
  }
  requiredText(given, 'success_url')
  const email = given.get('customer_email')
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new ApiRefusal({
      code: 'email_invalid',
      message: `Invalid email address: ${email}`,
      param: 'customer_email',
    })
  }
  const reference = given.get('client_reference_id')
  if (reference && reference.length > 200) {
    throw new ApiRefusal({ message: 'At most 200 characters.', param: 'client_reference_id' })
  }
  const lines = readLines(given)
  const currency = lines[0]?.currency ?? null
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  refuseUnpayable(total)
  const created = standIn.now()
  const kept: KeptSession = {
    session: {
      id: newId('cs_test'),
      object: 'checkout.session',
      amount_subtotal: total,
      amount_total: total,
      cancel_url: webAddress(given, 'cancel_url'),
      client_reference_id: reference,
      created,
      currency,
      customer_email: email,
      expires_at: readExpiry(given, created),
      livemode: false,
      metadata: metadata(given, 'metadata'),
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: webAddress(given, 'success_url'),
    },
    lines,
    businessName: given.get('branding_settings[display_name]'),
    paymentMetadata: metadata(given, 'payment_intent_data[metadata]'),
  }
  standIn.ledger.sessions[kept.session.id] = kept
  return showSession(standIn, kept, given)
}

function readLines(given: Parameters): LineItem[] {
  const indexes = [...given.keys()].flatMap(name => /^line_items\[(\d+)\]/.exec(name)?.[1] ?? [])
  const lines = [...new Set(indexes)].map(index => readLine(given, `line_items[${index}]`))
  if (lines.length === 0) requiredText(given, 'line_items')
  if (lines.some(line => line.currency !== lines[0]?.currency)) {
    throw new ApiRefusal({ message: 'All line items must have the same currency.', param: 'line_items' })
  }
  return lines
}

function readLine(given: Parameters, at: string): LineItem {
  const price = `${at}[price_data]`
  const currency = requiredText(given, `${price}[currency]`).toLowerCase()
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    throw new ApiRefusal({ message: `Invalid currency: ${currency}`, param: `${price}[currency]` })
  }
  requiredText(given, `${price}[unit_amount]`)
  const unitAmount = wholeNumber(given, `${price}[unit_amount]`) ?? 0
  const quantity = wholeNumber(given, `${at}[quantity]`)
  if (!quantity) {
    throw new ApiRefusal({ message: 'A line needs a quantity of 1 or more.', param: `${at}[quantity]` })
  }
  return {
    id: newId('li'),
    object: 'item',
    amount_subtotal: unitAmount * quantity,
    amount_total: unitAmount * quantity,
    currency,
    description: requiredText(given, `${price}[product_data][name]`),
    detail: given.get(`${price}[product_data][description]`),
    quantity,
  }
}

function refuseUnpayable(total: number): void {
  if (total < smallestTotal) {
    throw new ApiRefusal({
      code: 'amount_too_small',
      message: "The Checkout Session's total amount due must add up to at least £0.30 gbp",
    })
  }
  if (total > largestTotal) {
    throw new ApiRefusal({ code: 'amount_too_large', message: 'Amount must be no more than £999,999.99' })
  }
}

function readExpiry(given: Parameters, created: number): number {
  const expiresAt = wholeNumber(given, 'expires_at') ?? created + day
  if (expiresAt < created + halfAnHour || expiresAt > created + day) {
    throw new ApiRefusal({
      message: '`expires_at` must be from 30 minutes to 24 hours after the session is created.',
      param: 'expires_at',
    })
  }
  return expiresAt
}

export function findSession(standIn: StandIn, id: string): KeptSession {
  const kept = standIn.ledger.sessions[id]
  if (!kept) throw noSuch('checkout.session', id, 'session')
  return kept
}

export function showSession(standIn: StandIn, kept: KeptSession, asked?: Parameters): ShownSession {
  const { session, lines } = kept
  const intent = session.payment_intent && standIn.ledger.paymentIntents[session.payment_intent]
  return {
    ...session,
    url: session.status === 'open' ? standIn.pageUrl(session.id) : null,
    ...(asked && wantsExpanded(asked, 'payment_intent') && { payment_intent: intent || null }),
    ...(asked &&
      wantsExpanded(asked, 'line_items') && {
        line_items: { object: 'list', data: lines.map(({ detail: _, ...line }) => line), has_more: false },
      }),
  }
}

export function expireSession(standIn: StandIn, kept: KeptSession): ShownSession {
  const { session } = kept
  if (session.status !== 'open') {
    throw new ApiRefusal({
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    })
  }
  session.status = 'expired'
  standIn.announce('checkout.session.expired', showSession(standIn, kept))
  return showSession(standIn, kept)
}

/** True when at least one session has run out since it was last looked at. */
export function expireDueSessions(standIn: StandIn): boolean {
  const now = standIn.now()
  const due = Object.values(standIn.ledger.sessions).filter(
    ({ session }) => session.status === 'open' && session.expires_at <= now,
  )
  for (const kept of due) expireSession(standIn, kept)
  return due.length > 0
}

export function paySession(standIn: StandIn, kept: KeptSession): void {
  const intent = paymentIntentOf(standIn, kept)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = newId('ch')
  intent.last_payment_error = null
  kept.session.status = 'complete'
  kept.session.payment_status = 'paid'
  standIn.announce('checkout.session.completed', showSession(standIn, kept))
}

/** The bank says no: the session stays open and may be tried again. */
export function failPayment(standIn: StandIn, kept: KeptSession): void {
  const intent = paymentIntentOf(standIn, kept)
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  }
  standIn.announce('payment_intent.payment_failed', intent)
}

function paymentIntentOf(standIn: StandIn, { session, paymentMetadata }: KeptSession): PaymentIntent {
  const id = session.payment_intent ?? newId('pi')
  const intent: PaymentIntent = standIn.ledger.paymentIntents[id] ?? {
    id,
    object: 'payment_intent',
    amount: session.amount_total ?? 0,
    amount_received: 0,
    created: standIn.now(),
    currency: session.currency ?? 'gbp',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: paymentMetadata,
    status: 'requires_payment_method',
  }
  session.payment_intent = id
  standIn.ledger.paymentIntents[id] = intent
  return intent
}
