import { sql } from 'kysely'
import { lastOfferHoursBefore, offerHours } from '#domain/limits.ts'
import type { Tx } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { isSamePerson, mayBeOffered } from '#server/features/offerings/queue.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

interface Offered {
  id: number
  offer_expires_at: Date
}

/**
 * Offers the free places of sessions that the caller has locked to the first who wait, in queue order (decision E-14).
 * An offered place is neither free nor taken. A job tells them after the commit. While bookings are paused, nothing is
 * offered; `offerAfterPause` does it later. The entry `leaver` is not offered the
 * place that it has just left.
 */
export async function offerFreedPlaces(
  tx: Tx,
  sessionIds: number[],
  now: Date,
  leaver: number | null = null,
): Promise<void> {
  for (const sessionId of sessionIds) {
    const { rows } = await sql<Offered>`
      -- Shared, so that a resume waits, and then finds the place that is free here.
      with pause as (select paused_at from business for share), room as (
        select id, ${placesLeft} as places,
          least(${now}::timestamptz + make_interval(hours => ${offerHours}),
            starts_at - make_interval(hours => ${lastOfferHoursBefore})) as expires_at
        from sessions s where id = ${sessionId} and exists (select from pause where paused_at is null)
      ), next as (
        select w.id from room join sessions s on s.id = room.id join waiting_entries w on ${mayBeOffered('w', now)}
        where room.expires_at > ${now}
          -- Who waits for this session and for any one as well is offered one place of it.
          and not exists (select 1 from waiting_entries x
            where ${isSamePerson('x', 'w')} and (x.id = ${leaver} or x.id < w.id and ${mayBeOffered('x', now)}))
        order by w.id limit (select places from room)
        for update of w
      )
      update waiting_entries w set status = 'offered', offered_session_id = ${sessionId}, offered_at = ${now},
        offer_expires_at = room.expires_at, offered_by = null
      from next, room where w.id = next.id
      returning w.id, w.offer_expires_at`.execute(tx)
    if (rows.length === 0) continue
    await tx
      .updateTable('sessions')
      .set({ places_offered: sql<number>`places_offered + ${rows.length}` })
      .where('id', '=', sessionId)
      .execute()
    for (const entry of rows) {
      await enqueue(tx, 'place-offered', { entryId: entry.id }, now)
      await enqueue(tx, 'lapse-offer', { entryId: entry.id }, entry.offer_expires_at)
    }
  }
}
