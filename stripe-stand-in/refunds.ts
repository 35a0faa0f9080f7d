import { ApiRefusal, noSuch } from './api-refusal.ts'
import { newId, type PaymentIntent, type Refund } from './ledger.ts'
import { metadata, type Parameters, refuseUnknown, requiredText, wholeNumber } from './parameters.ts'
import type { StandIn } from './stand-in.ts'

/** A payment of the invented business, made before there was a provider: its name tells the amount (pi_demo_12_850). */
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

export function createRefund({ ledger, now }: StandIn, given: Parameters): Refund {
  refuseUnknown(given, ['payment_intent', 'amount', 'metadata'])
  const id = requiredText(given, 'payment_intent')
  const intent = ledger.paymentIntents.get(id) ?? demoPayment(id, now())
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent')
  if (!intent.latest_charge) {
    throw new ApiRefusal({
      message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    })
  }
  const left = intent.amount_received - ledger.refunds.amountOf(id)
  if (left === 0) {
    throw new ApiRefusal({
      code: 'charge_already_refunded',
      message: `Charge ${intent.latest_charge} has already been refunded.`,
    })
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
    status: 'succeeded',
  }
  ledger.refunds.put(refund.id, refund)
  return refund
}

/** The customer's bank would not take the money: a refund that had counted as made has failed. */
export function failRefund({ ledger, announce }: StandIn, id: string): void {
  const refund = ledger.refunds.get(id)
  if (!refund) throw noSuch('refund', id, 'id')
  const failed: Refund = { ...refund, status: 'failed' }
  ledger.refunds.put(id, failed)
  announce('refund.failed', failed)
}
