import { sql } from 'kysely'
import type Stripe from 'stripe'
import { fetchCardSession, isCardTrouble, isUnknownPage } from '#server/cards/card-provider.ts'
import { refundEvents } from '#server/cards/hook-events.ts'
import { planKept } from '#server/database/connect.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'

const toleranceSeconds = 300

/** Returns the event of a hook with the provider's signature, if it is at most five minutes old; else undefined. */
export function openHook(
  { stripe, config, clock }: Services,
  body: string,
  signature: string,
): Stripe.Event | undefined {
  const secret = config.stripe?.webhookSecret
  if (!secret) return undefined
  const now = clock().getTime()
  // The SDK refuses only hooks that are too old, not those from the future.
  const isAhead = [...signature.matchAll(/\bt=(\d+)/g)].some(
    ([, seconds]) => Number(seconds) > now / 1000 + toleranceSeconds,
  )
  if (isAhead) return undefined
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)
    return isWhole(event) ? event : undefined
  } catch {
    // Forged, too old or not an event: the sender is not told which.
    return undefined
  }
}

const isName = (value: unknown) => typeof value === 'string' && /^\w[\w.-]{0,254}$/.test(value)

/** Whether an event has every field that is read and stored. The signature proves only the sender. */
function isWhole(event: Stripe.Event | null): boolean {
  const object = event?.data?.object as { object?: string; id?: unknown } | null | undefined
  if (!object || !isName(event?.id) || !isName(event?.type)) return false
  return object.object !== 'checkout.session' || isName(object.id)
}

/**
 * Stores a hook by its event id and, the first time, asks the provider about its card page: the hook is only a hint
 * (decision E-07). If the provider is unreachable the event stays stored for the reconciler. If the payment is already
 * known, as when its customer returned first, there is nothing to ask.
 */
export async function handleHook(services: Services, event: Stripe.Event): Promise<void> {
  const { db, clock, log } = services
  const pageRef = event.data.object.object === 'checkout.session' ? event.data.object.id : ''
  // Done before the hook is stored, because a stored hook is not processed again.
  if (refundEvents.some(type => type === event.type)) await askAbout('sync-refunds', services, event)
  if (event.type.startsWith('charge.dispute.')) await askAbout('sync-disputes', services, event)
  const now = clock()
  const { rows } = await sql<{ isOurs: boolean; isOpen: boolean }>`${planKept}
    with page as (select payment_ref = '' as is_open from payments where provider_ref = ${pageRef}),
    stored as (
      insert into payment_events (event_id, type, provider_ref, received_at, processed_at)
      select ${event.id}, ${event.type}, ${pageRef}, ${now}::timestamptz,
        case when not exists (select from page where is_open) then ${now}::timestamptz end
      on conflict on constraint payment_events_once do nothing
      returning processed_at is null as is_open
    )
    select exists (select from page) as "isOurs", is_open as "isOpen" from stored`.execute(db)
  const [stored] = rows
  if (!stored) return
  if (!stored.isOurs && pageRef) log.info('hook about a card page of no payment')
  if (!stored.isOpen) return
  try {
    await workOffEvent(services, event.id, pageRef)
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    log.error('hook left to the reconciler', { error })
  }
}

/** Writes a job that asks the provider about all refunds or disputes of the payment. */
async function askAbout(
  kind: 'sync-refunds' | 'sync-disputes',
  { db, clock, jobWaiting }: Services,
  event: Stripe.Event,
): Promise<void> {
  const { payment_intent: paid } = event.data.object as Stripe.Refund | Stripe.Charge | Stripe.Dispute
  const paymentRef = typeof paid === 'string' ? paid : paid?.id
  if (!paymentRef) return
  await sql`select enqueue_job(${kind}, jsonb_build_object('paymentId', id), ${clock()}, ${`${kind}-${event.id}`})
    from payments where payment_ref = ${paymentRef}`.execute(db)
  jobWaiting()
}

/**
 * Asks the provider about an event's card page, settles it and marks the event as processed. An event about a page that
 * is unknown under the current key is marked too, because asking again would not help. The reconciler keeps that page
 * until it has expired.
 */
export async function workOffEvent(services: Services, eventId: string, pageRef: string): Promise<void> {
  const { db, clock, log } = services
  try {
    await settlePayment(services, await fetchCardSession(services, pageRef), eventId)
  } catch (error) {
    if (!isUnknownPage(error)) throw error
    log.error('hook about a card page that the present key does not know', { error })
    await db
      .updateTable('payment_events')
      .set({ processed_at: clock() })
      .where('event_id', '=', eventId)
      .execute()
  }
}
