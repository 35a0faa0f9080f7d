import { sql } from 'kysely'
import { transaction } from '#server/database/transaction.ts'
import { lockOtherDates } from '#server/features/planning/hide-sessions.ts'
import { announceCancelledDate } from '#server/features/waiting-list/announce-waiting.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { withdrawOffers } from '#server/features/waiting-list/withdraw-offers.ts'
import type { Services } from '#server/services.ts'

/**
 * Takes everybody who waits for a cancelled date off its list, and notifies them. Open offers for it end.
 * Families for whom any date suits wait again in their old position, and may be offered another date. Locks
 * the date and the other dates of its class.
 */
export async function endQueues(services: Services, sessionId: number): Promise<void> {
  const { db, clock } = services
  await transaction(db, async tx => {
    const now = clock()
    const others = await lockOtherDates(tx, [sessionId], now)
    const { rows } = await sql<{ id: number }>`select id from waiting_entries
      where status = 'waiting' and session_id = ${sessionId} or status = 'offered' and offered_session_id = ${sessionId}
      order by id for update`.execute(tx)
    for (const { id } of rows) await announceCancelledDate(tx, services, { entryId: id, sessionId })
    await withdrawOffers(tx, [sessionId], now)
    await tx
      .updateTable('waiting_entries')
      .set({ status: 'withdrawn', offered_at: null })
      .where('session_id', '=', sessionId)
      .where('status', '=', 'waiting')
      .execute()
    await offerFreedPlaces(tx, others, now)
  })
}
