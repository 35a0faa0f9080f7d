import { sql } from 'kysely'
import type { FireList, RegisterOfDay } from '#contract/office/registers.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { isOnFireList, registerDays } from '#domain/office/register-days.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isOnDays } from '#server/features/offerings/session-sql.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import {
  attendeesOf,
  contactsOfPlace,
  isShown,
  isTaughtBy,
  registerColumns,
  sessionsWithRooms,
} from './queries.ts'

type Person = FireList['sessions'][number]['people'][number]

/**
 * Reads the people to account for at a venue now, by date: from the time when marks can be made to an hour
 * after the end, also over midnight. It leaves out people marked absent or gone, and includes expected people
 * without a mark. A teacher can read it only where they teach today, and gets the telephone numbers of their
 * own dates alone.
 */
export async function readFireList({ db, staff, clock }: OfficeRequest, venueId: number): Promise<FireList> {
  const now = clock()
  const day = todayInLondon(now)
  const venue = await db.selectFrom('venues').select('name').where('id', '=', venueId).executeTakeFirst()
  requireThat(venue, officeSentences.notFound)
  const { rows } = await sql<RegisterOfDay & { isOwn: boolean; endDate: string }>`
    select ${registerColumns}, s.end_date as "endDate", ${isTaughtBy(staff.staffId)} as "isOwn" from ${sessionsWithRooms}
    where ${isOnDays({ from: addDays(day, -1), to: addDays(day, 1) })}
      and ${isShown(venueId, sql<boolean>`s.status <> 'cancelled'`)} order by s.starts_at, s.id`.execute(db)
  const near = rows.map(row => {
    const days = registerDays(row)
    return { ...row, isToday: days.includes(day), runs: days.findLast(one => isOnFireList(one, row, now)) }
  })
  const isTeacher = staff.role === 'teacher'
  if (isTeacher && !near.some(({ isOwn, isToday, runs }) => isOwn && (isToday || runs)))
    throw new OfficeRefusal(peopleSentences.fireNotYours, 403)
  const sessions = []
  for (const { isOwn, endDate: _end, isToday: _today, runs, ...session } of near) {
    if (!runs) continue
    const people = await readPeople(db, session.id, runs)
    const isMarked = people.some(({ state }) => state !== 'none')
    sessions.push({
      ...session,
      isMarked,
      people: people
        .filter(({ state }) => state !== 'left' && state !== 'absent')
        .map(person => (isTeacher && !isOwn ? { ...person, contacts: [] } : person)),
    })
  }
  return { venue: venue.name, now: now.toISOString(), sessions }
}

/**
 * Lists the expected people, marked people whose place was cancelled since, and walk-ins, each with their
 * valid mark.
 */
async function readPeople(db: Db, sessionId: number, day: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select 'booking ' || b.id as key, coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as name,
      coalesce(m.state, 'none') as state, false as "isWalkIn", ${contactsOfPlace} as contacts
    from sessions s cross join lateral (
        select attendees.id from ${attendeesOf} attendees
        union select h.booking_id from held_marks h
          where h.session_id = s.id and h.on_day = ${day} and h.booking_id is not null and h.state <> 'none') listed
      join bookings b on b.id = listed.id
      left join held_marks m on m.session_id = s.id and m.on_day = ${day} and m.booking_id = b.id
      left join children c on c.id = b.child_id left join accounts f on f.id = b.account_id
    where s.id = ${sessionId}
    union all
    select 'walk-in ' || w.id, w.name, m.state, true,
      case when w.phone = '' then '[]' else json_build_array(json_build_object('name', '', 'phone', w.phone)) end
    from walk_ins w join held_marks m on m.walk_in_id = w.id and m.state <> 'none'
    where w.session_id = ${sessionId} and w.on_day = ${day} and w.order_id is null
    order by name, key`.execute(db)
  return rows
}
