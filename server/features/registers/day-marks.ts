import { sql } from 'kysely'
import type { DayMarks, ShownMark } from '#contract/office/registers.ts'
import { newestMarks } from '#domain/office/marks.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { attendeesOf } from './queries.ts'

/** Selects the name that colleagues read for a member `m`. */
const staffName = sql<string>`coalesce(nullif(m.display_name, ''), m.full_name)`

/** Selects the notes of registers `n` as a register shows them. */
export const notesOfRegisters = sql`select n.id, n.version, n.booking_id as "bookingId", n.walk_in_id as "walkInId",
    n.body as text, n.staff_id as "byId", ${staffName} as by, ${isoTime('n.created_at')} as at,
    case when n.version > 1 then json_build_object('by', coalesce(nullif(x.display_name, ''), x.full_name),
      'at', ${isoTime('n.updated_at')}) end as changed
  from register_notes n join staff m on m.id = n.staff_id join staff x on x.id = n.updated_by`

/** Reads everything marked in a session on a day, and who is expected. */
export async function readDayMarks(
  db: Db,
  { sessionId, day }: { sessionId: number; day: string },
  now: Date,
): Promise<DayMarks> {
  const marks = await sql<ShownMark & Pick<DayMarks['strays'][number], 'name' | 'problem'>>`
    select k.id, k.booking_id as "bookingId", k.walk_in_id as "walkInId", k.state, k.collected_by as "collectedBy",
      ${isoTime('k.marked_at')} as "markedAt", k.staff_id as "byId", ${staffName} as by,
      coalesce(nullif(k.problem, ''), case when b.session_id <> k.session_id then 'moved'
        when b.status = 'cancelled' then 'cancelled' else '' end) as problem,
      coalesce(c.first_name || ' ' || c.last_name, b.attendee_name, w.name) as name
    from register_marks k join staff m on m.id = k.staff_id left join bookings b on b.id = k.booking_id
      left join children c on c.id = b.child_id left join walk_ins w on w.id = k.walk_in_id
    where k.session_id = ${sessionId} and k.on_day = ${day} order by k.marked_at, k.id`.execute(db)
  const walkIns = await sql<DayMarks['walkIns'][number]>`
    select w.id, w.name, w.phone, w.is_trial as "isTrial", ${staffName} as by from walk_ins w join staff m on m.id = w.staff_id
    where w.session_id = ${sessionId} and w.on_day = ${day} and w.order_id is null order by w.came_at, w.id`.execute(
    db,
  )
  const expected = await sql<{ id: number }>`
    select b.id from sessions s join bookings b on b.id in ${attendeesOf} where s.id = ${sessionId} order by b.id`.execute(
    db,
  )
  const notes = await sql<DayMarks['notes'][number]>`${notesOfRegisters}
    where n.session_id = ${sessionId} and n.on_day = ${day} and n.body <> '' order by n.id`.execute(db)
  const incidents = await sql<DayMarks['incidents'][number]>`
    select i.id, i.booking_id as "bookingId", i.walk_in_id as "walkInId", ${staffName} as by,
      ${isoTime('i.written_at')} as "writtenAt" from incidents i join staff m on m.id = i.staff_id
    where i.session_id = ${sessionId} and i.on_day = ${day} order by i.id`.execute(db)
  const bookingIds = expected.rows.map(({ id }) => id)
  const known = new Set(bookingIds)
  const held = [...newestMarks(marks.rows).values()].map(({ mark }) => mark)
  return {
    now: now.toISOString(),
    marks: marks.rows,
    walkIns: walkIns.rows,
    strays: held.filter(
      ({ bookingId, state, problem }) =>
        state !== 'none' && (problem === 'day' || (problem && !known.has(bookingId ?? 0))),
    ),
    notes: notes.rows,
    incidents: incidents.rows,
    bookingIds,
  }
}
