import { ApiRefusal, noSuch } from './api-refusal.ts'
import { type KeptSession, newId, type PaymentIntent, type ShownSession } from './ledger.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Returns a paid page of the demo business. Its reference contains the amount and the order (cs_demo_12_850_261123_AB).
 */
function demoSession(id: string, created: number): KeptSession | undefined {
  const [, order, pence, number] = /^cs_demo_(\d+)_(\d+)_(\d+_\w+)$/.exec(id) ?? []
  if (!order || !number) return undefined
  const amount = Number(pence)
  return {
    lines: [],
    displayName: null,
    paymentMetadata: {},
    session: {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: null,
      client_reference_id: number.replace('_', '-'),
      created,
      currency: 'gbp',
      customer_email: null,
      expires_at: created,
      livemode: false,
      metadata: {},
      mode: 'payment',
      payment_intent: `pi_demo_${order}_${amount}`,
      payment_status: 'paid',
      status: 'complete',
      success_url: null,
    },
  }
}

export function findSession(standIn: StandIn, id: string): KeptSession {
  const kept = standIn.ledger.sessions.get(id) ?? demoSession(id, standIn.now())
  if (!kept) throw noSuch('checkout.session', id, 'session')
  return kept
}

export function showSession(standIn: StandIn, { session }: KeptSession): ShownSession {
  return { ...session, url: session.status === 'open' ? standIn.pageUrl(session.id) : null }
}

export function expireSession(standIn: StandIn, kept: KeptSession): ShownSession {
  const { session } = kept
  if (session.status !== 'open') {
    throw new ApiRefusal({
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    })
  }
  session.status = 'expired'
  standIn.ledger.sessions.put(session.id, kept)
  standIn.announce('checkout.session.expired', showSession(standIn, kept))
  return showSession(standIn, kept)
}

export function expireDueSessions(standIn: StandIn): void {
  for (const kept of standIn.ledger.sessions.due(standIn.now())) expireSession(standIn, kept)
}

/** Pays a session. A practised mismatch pays a few pence less than we asked for. */
export function paySession(standIn: StandIn, kept: KeptSession, missingPence = 0): void {
  kept.session.amount_total = (kept.session.amount_total ?? 0) - missingPence
  const intent = paymentIntentOf(standIn, kept)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = newId('ch')
  intent.last_payment_error = null
  kept.session.status = 'complete'
  kept.session.payment_status = 'paid'
  keepPayment(standIn, kept, intent)
  standIn.announce('checkout.session.completed', showSession(standIn, kept))
}

/** Refuses a payment: the session stays open and can be tried again. */
export function failPayment(standIn: StandIn, kept: KeptSession): void {
  const intent = paymentIntentOf(standIn, kept)
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  }
  keepPayment(standIn, kept, intent)
  standIn.announce('payment_intent.payment_failed', intent)
}

function keepPayment({ ledger }: StandIn, kept: KeptSession, intent: PaymentIntent): void {
  kept.session.payment_intent = intent.id
  ledger.sessions.put(kept.session.id, kept)
  ledger.paymentIntents.put(intent.id, intent)
}

function paymentIntentOf(standIn: StandIn, { session, paymentMetadata }: KeptSession): PaymentIntent {
  const id = session.payment_intent ?? newId('pi')
  return (
    standIn.ledger.paymentIntents.get(id) ?? {
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
  )
}
