import { noSuch } from './api-refusal.ts'
import { type Dispute, newId } from './ledger.ts'
import { findPaidIntent } from './refunds.ts'
import type { StandIn } from './stand-in.ts'

/** Opens a customer's dispute at their bank about everything left of the payment. */
export function openDispute({ ledger, now, announce }: StandIn, paymentIntent: string): void {
  const intent = findPaidIntent(ledger, paymentIntent, now())
  const amount = (intent?.amount_received ?? 0) - ledger.refunds.amountOf(paymentIntent)
  if (!intent?.latest_charge || amount <= 0) return
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    charge: intent.latest_charge,
    created: now(),
    currency: intent.currency,
    payment_intent: paymentIntent,
    reason: 'product_not_received',
    status: 'needs_response',
  }
  ledger.disputes.put(dispute.id, dispute)
  announce('charge.dispute.created', dispute)
}

/** Closes a dispute with the bank's decision. */
export function closeDispute({ ledger, announce }: StandIn, id: string, status: 'won' | 'lost'): void {
  const dispute = ledger.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id, 'id')
  const closed: Dispute = { ...dispute, status }
  ledger.disputes.put(id, closed)
  announce('charge.dispute.closed', closed)
}
