import { sql } from 'kysely'
import { keepIncidentUntil } from '#domain/office/incidents.ts'
import { ageOn } from '#domain/office/people.ts'
import type { Tx } from '#server/database/connect.ts'
import { incidentPlace, sealNote } from '#server/database/seal-note.ts'
import { writeAction } from '#server/staff-log/record-action.ts'

interface Given {
  now: Date
  today: string
  dataKey: Buffer
}

/**
 * Loads what happened in the registers of the last two days with classes: marks, a walk-in, a note, an incident, and
 * families who said that they can't come. One register of today and some of its children are not marked yet.
 */
export async function loadRegisters(tx: Tx, { now, today, dataKey }: Given): Promise<void> {
  await tellAbsences(tx, now, today)
  await mark(tx, now, today)
  await addWalkIn(tx)
  await addNotes(tx, now, dataKey)
}

/** Some families say before a class that a child can't come. */
const tellAbsences = (tx: Tx, now: Date, today: string): Promise<unknown> =>
  sql`insert into told_absences (booking_id, session_id, told_at)
    select b.id, s.id, least(${now}, s.starts_at - interval '20 hours') from bookings b join sessions s on s.id = b.session_id
    where b.status = 'confirmed' and b.child_id is not null and s.status = 'scheduled' and b.id % 41 = 3
      and b.created_at < s.starts_at - interval '20 hours'
      and s.start_date between ${today}::date - 40 and ${today}::date + 14`.execute(tx)

const mark = (tx: Tx, now: Date, today: string): Promise<unknown> =>
  sql`with begun as (
      select s.id, d::date as day, (d::date + s.start_time) at time zone 'Europe/London' as starts,
        coalesce((select min(t.staff_id) from session_teachers t where t.session_id = s.id),
          (select min(id) from staff where role = 'frontDesk')) as staff_id
      from sessions s cross join generate_series(s.start_date, s.end_date, interval '1 day') d
      where s.status = 'scheduled' and s.places_taken > 0 and s.start_date > ${today}::date - 40 and d <= ${today}::date
        and (d::date + s.start_time) at time zone 'Europe/London' < ${now}::timestamptz - interval '10 minutes'
    ), chosen as (
      select *, dense_rank() over (order by day desc) as days_back, row_number() over (partition by day order by starts, id) as place
      from begun
    )
    insert into register_marks (id, session_id, on_day, booking_id, state, marked_at, staff_id, received_at)
    select md5('mark ' || b.id || ' ' || c.day)::uuid, c.id, c.day, b.id, case
        when exists (select from told_absences t where t.booking_id = b.id) or b.id % 13 = 5 then 'absent'
        when b.id % 9 = 4 then 'late' else 'here' end,
      c.starts + interval '6 minutes', c.staff_id, c.starts + interval '6 minutes'
    from chosen c join bookings b on b.session_id = c.id and b.status <> 'cancelled'
    where c.days_back <= 2 and not (c.day = ${today} and (c.place = 2 or b.id % 5 = 0))`.execute(tx)

/** Somebody came to the last marked class without a booking. */
async function addWalkIn(tx: Tx): Promise<void> {
  await sql`insert into walk_ins (id, session_id, on_day, name, phone, is_trial, staff_id, came_at, received_at)
    select md5('walk-in')::uuid, session_id, on_day, 'Robin Ashdown', '07700 900143', true, staff_id, marked_at, marked_at
    from register_marks order by marked_at desc, id limit 1`.execute(tx)
  await sql`insert into register_marks (id, session_id, on_day, walk_in_id, state, marked_at, staff_id, received_at)
    select md5('mark of walk-in')::uuid, session_id, on_day, id, 'here', came_at, staff_id, came_at from walk_ins`.execute(
    tx,
  )
}

/** A teacher noted something about one child of each day, and wrote down how one fell. */
async function addNotes(tx: Tx, now: Date, dataKey: Buffer): Promise<void> {
  const { rows } = await sql<{
    session_id: number
    on_day: string
    booking_id: number
    staff_id: number
    at: Date
    accountId: number | null
    childId: number
    name: string
    bornOn: string
  }>`select distinct on (k.on_day) k.session_id, k.on_day, k.booking_id, k.staff_id, k.marked_at as at,
      b.account_id as "accountId", c.id as "childId", c.first_name || ' ' || c.last_name as name, c.date_of_birth as "bornOn"
    from register_marks k join bookings b on b.id = k.booking_id join children c on c.id = b.child_id
    where k.state = 'here' and b.status <> 'cancelled' order by k.on_day, k.marked_at, k.id`.execute(tx)
  for (const { session_id, on_day, booking_id, staff_id, at } of rows)
    await tx
      .insertInto('register_notes')
      .values({
        ...{ session_id, on_day, booking_id, staff_id, body: 'Forgot the water bottle. We lent one.' },
        ...{ created_at: at, updated_at: at, updated_by: staff_id },
      })
      .execute()
  const [first] = rows
  if (!first) return
  const { session_id, on_day, booking_id, staff_id, at, accountId, childId, name, bornOn } = first
  const place = { session_id, on_day, booking_id, walk_in_id: null }
  const words = {
    ...{ name, age: ageOn(bornOn, on_day), at: '10:20', where: 'Main hall' },
    happened: 'Tripped over a mat in the warm-up and grazed the left knee. Played again after five minutes.',
    firstAid: 'Cleaned with water, a plaster. The parent was told at the end of the class.',
  }
  const written = await tx
    .insertInto('incidents')
    .values({
      ...place,
      sealed: sealNote(dataKey, JSON.stringify(words), incidentPlace(place)),
      ...{ staff_id, written_at: at, keep_until: keepIncidentUntil(on_day, bornOn) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAction(
    tx,
    { dataKey },
    { staffId: staff_id },
    {
      ...{ action: 'incident.write', subjectKind: 'incident', subjectId: written.id, childIds: [childId] },
      ...(accountId && { accountId }),
      facts: { session: session_id },
    },
    now,
  )
}
