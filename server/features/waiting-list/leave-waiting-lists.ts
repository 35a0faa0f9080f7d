import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { offerFreedPlaces } from './offer-places.ts'

/**
 * Removes the waiting entries that the condition selects. A place reserved for one is offered to the next.
 */
export async function leaveWaitingLists(tx: Tx, whose: RawBuilder<unknown>, now: Date): Promise<void> {
  // Offers are made and taken under the session's lock, so nothing changes meanwhile.
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
