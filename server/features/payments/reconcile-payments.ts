import { CardsUnavailable, fetchCardSession, isUnknownPage } from '#server/cards/card-provider.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'
import { workOffEvent } from './handle-hook.ts'
import { listOpenEvents, listOpenPages } from './queries.ts'

const batchSize = 100
/** Usually a hook or the customer's return arrives sooner than this. */
const waitSeconds = 45
/** Allows for clock differences: by then nobody can pay an expired page. */
const afterItsEndMinutes = 10

/**
 * Settles payments whose hooks were lost: asks the provider about every page that is open on our side, and about stored
 * hooks that were never processed. A failure is left for the next run and does not delay the others. If the provider is
 * unreachable, this throws, so that the run counts as failed. A stopping process sends no more requests.
 */
export async function reconcilePayments(services: Services, stopping?: AbortSignal): Promise<void> {
  const { db, clock, log } = services
  const before = new Date(clock().getTime() - waitSeconds * 1000)
  const events = await listOpenEvents(db, before, batchSize)
  const pages = await listOpenPages(db, before, batchSize)
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
 * Asks about a page and settles it. A page that is unknown under the current key (another account's, or a test's)
 * counts as closed once it has surely expired. Otherwise its order would hold its places for ever (decision E-04).
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
