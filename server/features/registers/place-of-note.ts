import { sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { lastRegisterDay } from './queries.ts'

/** The place that a note or an incident is about: a booked place or a walk-in of a date, on one of its days. */
interface AskedPlace {
  sessionId: number
  day: string
  bookingId?: number
  walkInId?: string
}

interface NotedPlace {
  name: string
  accountId: number | null
  childId: number | null
  bornOn: string | null
}

/**
 * Returns whom a note is about. Locks the family against closing its account meanwhile, which erases notes. Refuses a
 * place that is not of the date and day.
 */
export async function lockNotedPlace(
  tx: Tx,
  { sessionId, day, bookingId, walkInId }: AskedPlace,
): Promise<NotedPlace> {
  requireThat((bookingId === undefined) !== (walkInId === undefined), peopleSentences.markElsewhere)
  await sql`select from accounts where id = (select account_id from bookings where id = ${bookingId ?? null})
    for share`.execute(tx)
  const { rows } = await sql<NotedPlace>`
    select coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as name, b.account_id as "accountId",
      b.child_id as "childId", c.date_of_birth as "bornOn"
    from bookings b join sessions s on s.id = b.session_id left join children c on c.id = b.child_id
      left join accounts f on f.id = b.account_id
    where b.id = ${bookingId ?? null} and s.id = ${sessionId} and ${day}::date between s.start_date and ${lastRegisterDay}
      and f.status is distinct from 'closed'
    union all
    select w.name, null, null, null from walk_ins w
    where w.id = ${walkInId ?? null}::uuid and w.session_id = ${sessionId} and w.on_day = ${day}`.execute(tx)
  const [place] = rows
  requireThat(place, peopleSentences.markElsewhere)
  return place
}
