import { sql } from 'kysely'
import type { AbsentChild, AttendanceRow } from '#contract/office/reports.ts'
import { absencesInARow } from '#domain/office/reports.ts'
import { monthsWithin, requirePeriod } from '#domain/office/takings.ts'
import type { Db } from '#server/database/connect.ts'
import { isOnDays } from '#server/features/offerings/session-sql.ts'
import { groups, inOrder, named } from './groups.ts'

interface Period {
  from: string
  to: string
}

const counted = ['dates', 'places', 'here', 'late', 'absent', 'unmarked', 'walkIns'] as const

/** Reads the marks of each class until now, the class with the most places first. Refuses an impossible period. */
export async function readAttendance(db: Db, period: Period, now: Date): Promise<AttendanceRow[]> {
  requirePeriod(period)
  const sums = new Map<number, AttendanceRow>()
  for (const month of monthsWithin(period)) {
    for (const row of await readMonth(db, month, now)) {
      const sum = sums.get(row.id)
      if (!sum) sums.set(row.id, row)
      else for (const name of counted) sum[name] += row[name]
    }
  }
  return (await named(db, 'classes', [...sums.values()])).sort(inOrder('classes', ({ places }) => places))
}

/** Selects for each marked place and day the newest mark, and how the child arrived if it has left. */
const newest = sql`
  (array_agg(m.state order by m.marked_at desc, m.id desc))[1] as state,
  (array_agg(m.state order by m.marked_at desc, m.id desc) filter (where m.state in ('here', 'late')))[1] as came`

/** Reads the marks of a month by class. A place on a date of several days counts once for each day. */
async function readMonth(db: Db, { from, to }: Period, now: Date): Promise<AttendanceRow[]> {
  const { rows } = await sql<AttendanceRow>`
    with held as materialized (
      select s.id, s.offering_id, s.places_taken as places, case when s.start_date = s.end_date then 1 else (select count(*) from generate_series(greatest(s.start_date, ${from}::date), least(s.end_date, ${to}::date),
          interval '1 day') day where (day::date + s.start_time) at time zone 'Europe/London' <= ${now}) end as days
      from sessions s
      where ${isOnDays({ from, to })} and s.status not in ('draft', 'cancelled') and s.starts_at <= ${now}
    ), counted as materialized (
      select h.offering_id, sum(h.days) as dates, sum(h.days * h.places) as places, sum(n.here) as here, sum(n.late) as late,
        sum(n.absent) as absent, sum(greatest(h.days * h.places - n.here - n.late - n.absent, 0)) as unmarked, sum(n.walk_ins) as walk_ins
      from held h cross join lateral (
        select count(*) filter (where booking_id is not null and (state = 'here' or state = 'left' and came is distinct from 'late')) as here,
          count(*) filter (where booking_id is not null and (state = 'late' or state = 'left' and came = 'late')) as late,
          count(*) filter (where booking_id is not null and state = 'absent') as absent,
          count(*) filter (where walk_in_id is not null and state in ('here', 'late', 'left')) as walk_ins
        from (
          select m.booking_id, m.walk_in_id, ${newest}
          from register_marks m left join bookings b on b.id = m.booking_id
          where m.session_id = h.id and m.on_day between ${from} and ${to}
            and (m.booking_id is null or b.session_id = m.session_id and b.status <> 'cancelled')
          group by m.on_day, m.booking_id, m.walk_in_id
        ) marks
      ) n
      where h.days > 0
      group by h.offering_id
    )
    select ${groups.classes.id}::integer as id, ${groups.classes.name} as name, n.dates::integer as dates, n.places::integer as places,
      n.here::integer as here, n.late::integer as late, n.absent::integer as absent, n.unmarked::integer as unmarked,
      n.walk_ins::integer as "walkIns"
    from counted n join offerings o on o.id = n.offering_id join offering_types t on t.id = o.offering_type_id
      join venues v on v.id = o.venue_id`.execute(db)
  return rows
}

/**
 * Reads the children who were absent from the last three or more marked dates of a class in a period, most
 * absences first. Dates without a mark are passed over.
 */
export async function readAbsentChildren(db: Db, { from, to }: Period): Promise<AbsentChild[]> {
  requirePeriod({ from, to })
  const { rows } = await sql<AbsentChild>`
    with marked as materialized (
      select b.child_id, s.offering_id, m.on_day, s.start_time, m.state, m.marked_at, m.id,
        count(*) filter (where m.state = 'absent') over (partition by b.child_id, s.offering_id) as absences
      from sessions s join register_marks m on m.session_id = s.id and m.on_day between ${from} and ${to}
        join bookings b on b.id = m.booking_id and b.session_id = s.id and b.status <> 'cancelled'
      where ${isOnDays({ from, to })} and s.status not in ('draft', 'cancelled') and b.child_id is not null
    ), marks as (
      select child_id, offering_id, on_day, start_time, ${newest}
      from marked m where absences >= ${absencesInARow}
      group by 1, 2, 3, 4
    ), running as (
      select child_id, offering_id, on_day, bool_and(state = 'absent') over (partition by child_id, offering_id
        order by on_day desc, start_time desc rows unbounded preceding) as absent
      from marks where state <> 'none'
    ), counted as (
      select child_id, offering_id, count(*) as times, max(on_day) as last_day from running where absent
      group by 1, 2 having count(*) >= ${absencesInARow}
    )
    select c.id::integer as "childId", c.account_id::integer as "accountId", concat_ws(' ', c.first_name, c.last_name) as child,
      o.id::integer as "offeringId", ${groups.classes.name} as "className", n.times::integer as times, n.last_day as "lastDay"
    from counted n join children c on c.id = n.child_id join offerings o on o.id = n.offering_id
      join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
    order by n.times desc, n.last_day desc, c.id
    limit 200`.execute(db)
  return rows
}
