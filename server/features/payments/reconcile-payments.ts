import { CardsUnavailable, fetchCardSession } from '#server/cards/card-provider.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'
import { listOpenEvents, listOpenPages } from './queries.ts'
import { workOffEvent } from './take-hook.ts'

const atOnce = 100
/** A hook or the return from the card page usually comes sooner than this. */
const waitSeconds = 45

/**
 * Settles what hooks lost: asks the provider about every card page that is still open on our side, and about
 * stored hooks that were never worked off. What fails stays for the next time and keeps no other one waiting; with the
 * provider away all of it stays.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const { db, clock, log } = services
  const before = new Date(clock().getTime() - waitSeconds * 1000)
  const events = await listOpenEvents(db, before, atOnce)
  const pages = await listOpenPages(db, before, atOnce)
  const questions = [
    ...events.map(event => () => workOffEvent(services, event.eventId, event.pageRef)),
    ...pages.map(
      ref => async () => void (await settlePayment(services, await fetchCardSession(services, ref))),
    ),
  ]
  for (const ask of questions) {
    try {
      await ask()
    } catch (error) {
      log.error('payment left for the next reconciling', { error })
      if (error instanceof CardsUnavailable) return
    }
  }
}
