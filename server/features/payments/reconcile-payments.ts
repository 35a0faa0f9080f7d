import { CardsUnavailable, fetchCardSession, isUnknownPage } from '#server/cards/card-provider.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'
import { listOpenEvents, listOpenPages } from './queries.ts'
import { workOffEvent } from './take-hook.ts'

const atOnce = 100
/** A hook or the return from the card page usually comes sooner than this. */
const waitSeconds = 45
/** For clocks that differ: by then nobody can pay a page that has run out. */
const afterItsEndMinutes = 10

/**
 * Settles what hooks lost: asks the provider about every card page that is still open on our side, and about
 * stored hooks that were never worked off. What fails stays for the next time and keeps no other one waiting; with the
 * provider away all of it stays, and this throws: it was not well done. A process that is to stop
 * asks nothing further.
 */
export async function reconcilePayments(services: Services, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const before = new Date(clock().getTime() - waitSeconds * 1000)
  const events = await listOpenEvents(db, before, atOnce)
  const pages = await listOpenPages(db, before, atOnce)
  const questions = [
    ...events.map(event => () => workOffEvent(services, event.eventId, event.pageRef)),
    ...pages.map(ref => () => settlePage(services, ref)),
  ]
  for (const ask of questions) {
    if (stopping?.aborted) return
    try {
      await ask()
    } catch (error) {
      if (error instanceof CardsUnavailable) throw error
      log.error('payment left for the next reconciling', { error })
    }
  }
}

/**
 * A page that the provider does not know under the present key (another account's, or a test's) is taken for closed when
 * it has surely run out: else its order would keep its places for ever (decision E-04).
 */
async function settlePage(services: Services, ref: string): Promise<void> {
  try {
    await settlePayment(services, await fetchCardSession(services, ref))
  } catch (error) {
    if (!isUnknownPage(error)) throw error
    const now = services.clock()
    const { numUpdatedRows } = await services.db
      .updateTable('payments')
      .set({ status: 'expired', settled_at: now })
      .where('provider_ref', '=', ref)
      .where('status', '=', 'created')
      .where('expires_at', '<=', new Date(now.getTime() - afterItsEndMinutes * 60_000))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw error
  }
}
