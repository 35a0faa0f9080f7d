import { sql } from 'kysely'
import { transaction } from '#server/database/transaction.ts'
import { arePaused } from '#server/features/business/pause-bookings.ts'
import type { Services } from '#server/services.ts'
import { offerFreedPlaces } from './offer-places.ts'

/**
 * Ends an offer that was not taken in time, and offers the place to the next entry (decision E-14). That
 * entry may be of the same child.
 */
export async function expireOffer({ db, clock }: Services, { entryId }: { entryId: number }): Promise<void> {
  const now = clock()
  const offered = await db
    .selectFrom('waiting_entries')
    .select('offered_session_id as sessionId')
    .where('id', '=', entryId)
    .where('status', '=', 'offered')
    .executeTakeFirst()
  const sessionId = offered?.sessionId
  if (!sessionId) return
  await transaction(db, async tx => {
    await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forNoKeyUpdate().execute()
    // A resume gives the offer its time back, and enqueues this job again.
    if (await arePaused(tx)) return
    const lapsed = await tx
      .updateTable('waiting_entries')
      .set({ status: 'lapsed', offered_session_id: null, offered_at: null, offer_expires_at: null })
      .where('id', '=', entryId)
      .where('status', '=', 'offered')
      .where('offer_expires_at', '<=', now)
      .returning('id')
      .executeTakeFirst()
    if (!lapsed) return
    await tx
      .updateTable('sessions')
      .set({ places_offered: sql<number>`places_offered - 1` })
      .where('id', '=', sessionId)
      .execute()
    await offerFreedPlaces(tx, [sessionId], now, entryId)
  })
}
