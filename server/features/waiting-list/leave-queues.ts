import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { offerFreedPlaces } from './offer-places.ts'

/**
 * Whoever is meant, by the columns of the waiting entries, waits for nothing any more. A place that was kept for them
 * goes to the next who waits.
 */
export async function leaveQueues(tx: Tx, whose: RawBuilder<unknown>, now: Date): Promise<void> {
  // An offer is made and taken under its session's lock: whatever they wait for holds still.
  await tx
    .selectFrom('sessions as s')
    .select('s.id')
    .where(
      sql<boolean>`exists (select from waiting_entries w where ${whose} and w.status in ('waiting', 'offered')
        and (s.id = w.offered_session_id or s.offering_id = w.offering_id and s.starts_at > ${now}))`,
    )
    .orderBy('s.id')
    .forNoKeyUpdate()
    .execute()
  const kept = await sql<{
    id: number
  }>`update sessions s set places_offered = places_offered - w.places from (
      select offered_session_id as id, count(*)::integer as places from waiting_entries
      where ${whose} and status = 'offered' group by offered_session_id
    ) w where w.id = s.id returning s.id`.execute(tx)
  await sql`update waiting_entries set
      status = case when status in ('waiting', 'offered') then 'withdrawn' else status end,
      offered_session_id = null, offered_at = null, offer_expires_at = null
    where ${whose}`.execute(tx)
  await offerFreedPlaces(
    tx,
    kept.rows.map(({ id }) => id).sort((one, other) => one - other),
    now,
  )
}
