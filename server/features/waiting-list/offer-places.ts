import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

const offerHours = 12
const lastOfferHoursBefore = 2

interface Offered {
  id: number
  offer_expires_at: Date
}

/**
 * Offers the free places of sessions that the caller has locked to the first who wait for them, in queue order
 * (decision E-14). An offered place is kept: it counts as neither free nor taken. Told by a job after the commit.
 */
export async function offerFreedPlaces(tx: Tx, sessionIds: number[], now: Date): Promise<void> {
  for (const sessionId of sessionIds) {
    const { rows } = await sql<Offered>`
      with room as (
        select id, offering_id, ${placesLeft} as places,
          least(${now}::timestamptz + make_interval(hours => ${offerHours}),
            starts_at - make_interval(hours => ${lastOfferHoursBefore})) as expires_at
        from sessions s where id = ${sessionId} and status = 'scheduled'
      ), next as (
        select w.id from waiting_entries w join room on w.offering_id = room.offering_id
        where w.status = 'waiting' and (w.session_id is null or w.session_id = room.id) and room.expires_at > ${now}
          and not exists (select 1 from bookings b where b.session_id = room.id and b.status <> 'cancelled'
            and (b.child_id = w.child_id or (w.child_id is null and b.attendee_email = w.email)))
          -- Who waits for this session and for any one as well is offered one place of it.
          and not exists (select 1 from waiting_entries o where o.offering_id = w.offering_id and o.id <> w.id
            and (o.child_id = w.child_id or (w.child_id is null and o.child_id is null and o.email = w.email))
            and (o.offered_session_id = room.id
              or o.status = 'waiting' and o.id < w.id and (o.session_id is null or o.session_id = room.id)))
        order by w.id limit (select places from room)
        for update of w
      )
      update waiting_entries w set status = 'offered', offered_session_id = ${sessionId}, offered_at = ${now},
        offer_expires_at = room.expires_at
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
