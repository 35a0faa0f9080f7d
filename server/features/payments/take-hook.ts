import { sql } from 'kysely'
import type Stripe from 'stripe'
import { fetchCardSession, isCardTrouble, isUnknownPage } from '#server/cards/card-provider.ts'
import { planKept } from '#server/database/connect.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'

const toleranceSeconds = 300

/** The event of a hook that carries the provider's signature, within five minutes of its time; else undefined. */
export function openHook(
  { stripe, config, clock }: Services,
  body: string,
  signature: string,
): Stripe.Event | undefined {
  const secret = config.stripe?.webhookSecret
  if (!secret) return undefined
  const now = clock().getTime()
  // The SDK looks for hooks that are too old alone.
  const isAhead = [...signature.matchAll(/\bt=(\d+)/g)].some(
    ([, seconds]) => Number(seconds) > now / 1000 + toleranceSeconds,
  )
  if (isAhead) return undefined
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)
    return isWhole(event) ? event : undefined
  } catch {
    // Forged, too old, or no event at all: the sender is told no more than that.
    return undefined
  }
}

const isName = (value: unknown) => typeof value === 'string' && /^\w[\w.-]{0,254}$/.test(value)

/** A signature says who wrote, not what: whether all is there that is read and written down. */
function isWhole(event: Stripe.Event | null): boolean {
  const object = event?.data?.object as { object?: string; id?: unknown } | null | undefined
  if (!object || !isName(event?.id) || !isName(event?.type)) return false
  return object.object !== 'checkout.session' || isName(object.id)
}

/**
 * Stores a hook by its event id and, the first time, asks the provider what became of its card page: the hook is a
 * hint, not the truth (decision E-07). What cannot be asked now stays stored for the reconciler. Of a page that the
 * provider has told us was paid, as when its customer came back first, there is nothing more to ask.
 */
export async function takeHook(services: Services, event: Stripe.Event): Promise<void> {
  const { db, clock, log } = services
  const pageRef = event.data.object.object === 'checkout.session' ? event.data.object.id : ''
  // First: a hook that has been stored is not taken again.
  if (event.type === 'refund.failed') await oweAgain(services, event.data.object)
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

/**
 * A job asks whether a refund of ours has failed, and makes it anew. Known by the name that we gave it, too: it may fail
 * before we have written down what it is called there.
 */
async function oweAgain({ db, clock, jobWaiting }: Services, refund: Stripe.Refund): Promise<void> {
  const { id, metadata, payment_intent: paid } = refund
  const paymentRef = typeof paid === 'string' ? paid : paid?.id
  await sql`select enqueue_job('refund-payment', jsonb_build_object('refundId', r.id), ${clock()}, ${`again-${id}`})
    from refunds r join payments p on p.id = r.payment_id
    where r.provider_ref = ${id} or r.id::text = ${metadata?.refund ?? ''} and p.payment_ref = ${paymentRef ?? ''}`.execute(
    db,
  )
  jobWaiting()
}

/**
 * Asks the provider about an event's card page, settles it and marks the event as done. So is an event about a page that
 * the provider does not know under the present key: asking again would not help. The page itself stays with the
 * reconciler until it has run out.
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
