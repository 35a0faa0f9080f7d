import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'

/** What the stand-in remembers, in the provider's own names: this is its wire. */
export type Ledger = {
  sessions: Record<string, KeptSession>
  paymentIntents: Record<string, PaymentIntent>
  refunds: Record<string, Refund>
  events: HookEvent[]
  pendingHooks: PendingHook[]
  answers: Record<string, { request: string; status: number; body: string; answeredAt: number }>
}

export type KeptSession = {
  session: Omit<ShownSession, 'url'>
  lines: LineItem[]
  paymentMetadata: Record<string, string>
}

export type ShownSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { payment_intent: string | null }

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'last_payment_error'
  | 'livemode'
  | 'metadata'
  | 'status'
> & { latest_charge: string | null }

export type LineItem = Pick<
  Stripe.LineItem,
  'id' | 'object' | 'amount_subtotal' | 'amount_total' | 'currency' | 'description'
> & { quantity: number; detail: string | null }

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string }

export type HookEvent = Pick<
  Stripe.EventBase,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'
> & { type: string; data: { object: object } }

export type PendingHook = {
  eventId: string
  copies: number
  attempts: number
  notBefore: number
  nextAttemptAt: number
}

const day = 24 * 60 * 60

/**
 * Opens the one JSON file that outlives the process. Saves are atomic (a new file renamed over the old one) and
 * those that arrive while one is being written share the next.
 */
export async function openLedger(
  folder: string,
  now: number,
): Promise<{ ledger: Ledger; save: () => Promise<void> }> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'stripe-stand-in.json')
  const ledger: Ledger = {
    sessions: {},
    paymentIntents: {},
    refunds: {},
    events: [],
    pendingHooks: [],
    answers: {},
    ...(existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Ledger) : undefined),
  }
  forgetTheOld(ledger, now)

  const write = async () => {
    const unfinished = `${file}.${process.pid}.unfinished`
    await writeFile(unfinished, JSON.stringify(ledger))
    await rename(unfinished, file)
  }
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const save = () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return write()
      })
    last = next
    return next
  }
  return { ledger, save }
}

/** The provider keeps idempotent answers for a day and events for thirty. */
function forgetTheOld(ledger: Ledger, now: number): void {
  for (const [key, answer] of Object.entries(ledger.answers)) {
    if (answer.answeredAt < now - day) delete ledger.answers[key]
  }
  const pending = new Set(ledger.pendingHooks.map(hook => hook.eventId))
  ledger.events = ledger.events.filter(event => event.created >= now - 30 * day || pending.has(event.id))
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('hex')}`
}
