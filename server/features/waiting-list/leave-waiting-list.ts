import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'
import { offerFreedPlaces } from './offer-places.ts'

/**
 * Takes the account's own entry off its waiting list; a place that was kept for it is offered to the next. Refuses what
 * no longer waits. Locks the offered session before the entry, as lapsing does.
 */
export async function leaveWaitingList(
  { db, clock, jobWaiting }: Services,
  { accountId }: SignedIn,
  entryId: number,
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    const own = tx
      .selectFrom('waiting_entries')
      .select(['offering_id', 'offered_session_id as sessionId'])
      .where('id', '=', entryId)
      .where('account_id', '=', accountId)
      .where('status', 'in', ['waiting', 'offered'])
    const entry = await own.executeTakeFirst()
    requireThat(entry, sentences.notWaiting)
    // An offer is made and taken under its session's lock: whatever this one waits for holds still.
    await tx
      .selectFrom('sessions')
      .select('id')
      .where('offering_id', '=', entry.offering_id)
      .where(eb => eb.or([eb('starts_at', '>', now), eb('id', '=', entry.sessionId)]))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const still = await own.forUpdate().executeTakeFirst()
    requireThat(still, sentences.notWaiting)
    await tx
      .updateTable('waiting_entries')
      .set({ status: 'withdrawn', offered_session_id: null, offered_at: null, offer_expires_at: null })
      .where('id', '=', entryId)
      .execute()
    if (!still.sessionId) return
    await tx
      .updateTable('sessions')
      .set({ places_offered: sql<number>`places_offered - 1` })
      .where('id', '=', still.sessionId)
      .execute()
    await offerFreedPlaces(tx, [still.sessionId], now, entryId)
  })
  jobWaiting()
}
