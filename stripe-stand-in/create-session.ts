import { ApiRefusal } from './api-refusal.ts'
import { type KeptSession, type LineItem, newId, type ShownSession } from './ledger.ts'
import {
  metadata,
  type Parameters,
  refuseUnknown,
  requiredText,
  webAddress,
  wholeNumber,
} from './parameters.ts'
import { showSession } from './sessions.ts'
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
  'allowed_payment_method_types',
  'branding_settings',
]
/** The real provider refuses a dot beside another dot or at an end, and letters outside ASCII. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i
const currencies = new Set(Intl.supportedValuesOf('currency'))
const halfAnHour = 30 * 60
const day = 24 * 60 * 60
const minTotalPence = 30
const maxTotalPence = 99_999_999

export function createSession(standIn: StandIn, given: Parameters): ShownSession {
  refuseUnknown(given, accepted)
  if (requiredText(given, 'mode') !== 'payment') {
    throw new ApiRefusal({ message: 'Only the mode payment is spoken here.', param: 'mode' })
  }
  requiredText(given, 'success_url')
  const email = given.get('customer_email')
  if (email && !emailPattern.test(email)) {
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
    displayName: given.get('branding_settings[display_name]'),
    paymentMetadata: metadata(given, 'payment_intent_data[metadata]'),
  }
  standIn.ledger.sessions.put(kept.session.id, kept)
  return showSession(standIn, kept)
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
  if (!currencies.has(currency.toUpperCase())) {
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
    quantity,
  }
}

function refuseUnpayable(total: number): void {
  if (total < minTotalPence) {
    throw new ApiRefusal({
      code: 'amount_too_small',
      message: "The Checkout Session's total amount due must add up to at least £0.30 gbp",
    })
  }
  if (total > maxTotalPence) {
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
