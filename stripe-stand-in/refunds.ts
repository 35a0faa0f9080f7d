import { ApiRefusal, noSuch } from './api-refusal.ts'
import { strikes } from './hooks.ts'
import { type Ledger, newId, type PaymentIntent, type Refund } from './ledger.ts'
import { metadata, type Parameters, refuseUnknown, requiredText, wholeNumber } from './parameters.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Returns a payment of the demo business, made before there was a provider. Its reference contains the amount
 * (pi_demo_12_850).
 */
function demoPayment(id: string, created: number): PaymentIntent | undefined {
  const [, order, pence] = /^pi_demo_(\d+)_(\d+)$/.exec(id) ?? []
  if (!order) return undefined
  const amount = Number(pence)
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: amount,
    created,
    currency: 'gbp',
    last_payment_error: null,
    latest_charge: `ch_demo_${order}`,
    livemode: false,
    metadata: {},
    status: 'succeeded',
  }
}

export const findPaidIntent = (ledger: Ledger, id: string, now: number): PaymentIntent | undefined =>
  ledger.paymentIntents.get(id) ?? demoPayment(id, now)

export function createRefund({ ledger, now, faults, lacking }: StandIn, given: Parameters): Refund {
  refuseUnknown(given, ['payment_intent', 'amount', 'metadata'])
  const id = requiredText(given, 'payment_intent')
  const intent = findPaidIntent(ledger, id, now())
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent')
  if (!intent.latest_charge) {
    throw new ApiRefusal({
      message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    })
  }
  const disputes = ledger.disputes.newest({ payment_intent: [id] }, 100)
  if (disputes.some(({ status }) => status === 'needs_response')) {
    throw new ApiRefusal({
      code: 'charge_disputed',
      message: `Charge ${intent.latest_charge} has been charged back.`,
    })
  }
  const lost = disputes.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0)
  const left = Math.max(0, intent.amount_received - ledger.refunds.amountOf(id) - lost)
  if (left === 0) {
    throw new ApiRefusal({
      code: 'charge_already_refunded',
      message: `Charge ${intent.latest_charge} has already been refunded.`,
    })
  }
  if (strikes(faults, 'refuseRefunds')) {
    throw new ApiRefusal({ code: 'card_not_supported', message: 'The card cannot be credited.' })
  }
  const amount = wholeNumber(given, 'amount') ?? left
  if (amount === 0) throw new ApiRefusal({ message: 'Invalid positive integer', param: 'amount' })
  if (amount > left) {
    throw new ApiRefusal({
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      param: 'amount',
    })
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: intent.latest_charge,
    created: now(),
    currency: intent.currency,
    metadata: metadata(given, 'metadata'),
    payment_intent: id,
    ...(lacking.delete(id) || strikes(faults, 'lackBalance')
      ? { status: 'pending' as const, pending_reason: 'insufficient_funds' as const }
      : { status: 'succeeded' as const }),
  }
  ledger.refunds.put(refund.id, refund)
  return refund
}

/** Makes a refund as a person does in the provider's dashboard, without an id of ours. */
export function refundInDashboard(standIn: StandIn, paymentIntent: string, amount: number): void {
  const given = new URLSearchParams({ payment_intent: paymentIntent, amount: String(amount) })
  const refund = createRefund(standIn, given)
  standIn.announce('charge.refunded', {
    id: refund.charge,
    object: 'charge',
    payment_intent: paymentIntent,
    amount_refunded: standIn.ledger.refunds.amountOf(paymentIntent),
  })
}

/** Pays the refunds that waited for the balance, oldest first. */
export function topUpBalance({ ledger, announce }: StandIn): void {
  for (const refund of ledger.refunds.newest({}, 100).toReversed()) {
    if (refund.status !== 'pending') continue
    const { pending_reason: _no, ...paid } = { ...refund, status: 'succeeded' as const }
    ledger.refunds.put(refund.id, paid)
    announce('refund.updated', paid)
  }
}

/** Fails a refund that had counted as made, because the customer's bank did not accept the money. */
export function failRefund({ ledger, announce }: StandIn, id: string): void {
  const refund = ledger.refunds.get(id)
  if (!refund) throw noSuch('refund', id, 'id')
  const failed: Refund = { ...refund, status: 'failed' }
  ledger.refunds.put(id, failed)
  announce('refund.failed', failed)
}
