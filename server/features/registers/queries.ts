import { type RawBuilder, sql } from 'kysely'
import type { Value } from '#contract/office/office-call.ts'
import type {
  ListedRegister,
  MissingChild,
  RegisterOfDay,
  RegisterRow,
  registerDay,
  WaitingPerson,
} from '#contract/office/registers.ts'
import { monthsOld } from '#domain/ages.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { fireListMinutesAfter, notTakenMinutes } from '#domain/office/marks.ts'
import { ageOn, birthdayNear, openRegisters, ownDatesAhead } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { contactsOfChild, pickUpPerson } from '#server/features/children/queries.ts'
import { isOnDays, sessionsAndTheirs, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { bookingsOf, guestKey } from '#server/features/orders/office-queries.ts'
import { isToldAbsent } from '#server/features/orders/place-state.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'

const teachersOf = sql`array(select coalesce(nullif(m.display_name, ''), m.full_name) from session_teachers x
  join staff m on m.id = x.staff_id where x.session_id = s.id order by m.full_name collate "und-x-icu", m.id)`

/** Selects when a session `s` was cancelled, by whom, and in which cancellation; null if it was not. */
export const cancelledOf = sql`(select json_build_object('id', d.id, 'at', ${isoTime('d.cancelled_at')},
    'by', coalesce(nullif(m.display_name, ''), m.full_name))
  from cancelled_dates c join date_cancellations d on d.id = c.cancellation_id join staff m on m.id = d.staff_id
  where s.status = 'cancelled' and c.session_id = s.id and d.undone_at is null and not d.is_goodwill)`

/**
 * Selects the bookings of a session `s` that are not cancelled. For a cancelled session it selects the
 * bookings that were cancelled with it or moved to another date.
 */
export const attendeesOf = sql`(select b.id from bookings b where b.session_id = s.id and (b.status <> 'cancelled'
    or s.status = 'cancelled' and (
      exists (select from booking_cancellations x where x.booking_id = b.id and x.cancelled_by = 'date')
      or exists (select from cancelled_date_orders u join orders p on p.id = u.order_id
        where u.order_id = b.order_id and u.settled_at is not null and p.paid_at is null)))
  union select v.booking_id from booking_moves v join cancelled_dates c on c.session_id = v.from_session_id
    join date_cancellations d on d.id = c.cancellation_id
  where s.status = 'cancelled' and v.from_session_id = s.id and v.to_session_id = d.to_session_id
    and v.moved_at >= d.settling_at)`

/** Counts the expected attendees of a session `s`, also of a cancelled one. */
export const expectedAt = sql<number>`case when s.status = 'cancelled'
  then (select count(*) from ${attendeesOf} attendees)::integer else s.places_taken end`

export const registerColumns = sql`s.id, s.kind, ${staffSessionTitle('t')} as title, a.name as ages, s.start_date as date,
  to_char(s.start_time, 'HH24:MI') as "startTime", to_char(s.end_time, 'HH24:MI') as "endTime", v.id as "venueId",
  v.name as venue, coalesce(r.name, o.classroom) as room, s.capacity, ${expectedAt} as expected, ${cancelledOf} as cancelled,
  ${teachersOf} as teachers, s.status = 'withdrawn' as "isWithdrawn"`

export const sessionsWithRooms = sql`${sessionsAndTheirs} left join rooms r on r.id = s.room_id`

export const isTaughtBy = (staffId: number) => sql<boolean>`exists (
  select from session_teachers x where x.session_id = s.id and x.staff_id = ${staffId})`

/**
 * Selects the sessions whose register a member may open: for teachers their own, while open (decision O-35);
 * for others all.
 */
export const seenBy = ({ staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>): RawBuilder<boolean> => {
  if (staff.role !== 'teacher') return sql`true`
  const { from, to } = openRegisters(clock())
  return sql`(${isTaughtBy(staff.staffId)}
    and s.starts_at <= ${to} and s.ends_at >= ${from})`
}

/**
 * Selects the sessions that a member may see in advance: all of them, but for a teacher only their own of the
 * next 14 days.
 */
export const comingFor = ({ staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>): RawBuilder<boolean> => {
  if (staff.role !== 'teacher') return sql`true`
  const { from } = openRegisters(clock())
  return sql`(${isTaughtBy(staff.staffId)} and s.ends_at >= ${from}
    and s.start_date <= ${addDays(todayInLondon(clock()), ownDatesAhead)})`
}

/** Selects the sessions that have a register, at a venue or everywhere. */
export const isShown = (
  venueId: number | undefined,
  seen: RawBuilder<boolean>,
) => sql`(s.status = 'scheduled' or s.status = 'withdrawn' and s.places_taken > 0
    or s.status = 'cancelled' and exists (select from cancelled_dates where session_id = s.id))
  and (${venueId ?? null}::bigint is null or o.venue_id = ${venueId ?? null}) and ${seen}`

/** Finds the next day, after the given one, on which sessions begin. */
export async function nextRegisterDay(
  db: Db,
  { date, venueId }: { date: string; venueId?: number },
  seen: RawBuilder<boolean>,
): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`select min(s.start_date) as next
    from sessions s join offerings o on o.id = s.offering_id
    where s.start_date > ${date} and ${isShown(venueId, seen)}`.execute(db)
  return rows[0]?.next ?? null
}

/**
 * Selects the last day on which a session `s` has a register. A class over midnight has none on the day on which it
 * ends.
 */
export const lastRegisterDay = sql<string>`(s.end_date - (s.end_time <= s.start_time)::integer)`

/** Selects the day of the register that is shown for a session `s` on a day. */
const shownDay = (day: string) => sql<string>`least(${day}::date, ${lastRegisterDay})`

/**
 * Whether a session `s` of a class `o` is in the registers of a day. A session of several days is in the registers
 * of each of its days. A class that began yesterday and runs over midnight is in those of today, until an hour
 * after its end.
 */
export const isOfDay = (
  { date, venueId }: { date: string; venueId?: number },
  seen: RawBuilder<boolean>,
  now: Date,
) =>
  sql`${isOnDays({ from: date, to: date })} and ${isShown(venueId, seen)}
    and (${date}::date <= ${lastRegisterDay} or ${date === todayInLondon(now)}
      and s.ends_at + ${sql.lit(`${fireListMinutesAfter} minutes`)}::interval >= ${now})`

/** Whether a session `s` with places taken began at least 15 minutes ago, and has no mark on this day. */
export const isNotTaken = (day: string, now: Date) =>
  sql<boolean>`(s.status <> 'cancelled' and s.places_taken > 0
    and (${shownDay(day)} + s.start_time) at time zone 'Europe/London' + ${sql.lit(`${notTakenMinutes} minutes`)}::interval <= ${now}
    and not exists (select from held_marks m
      where m.session_id = s.id and m.on_day = ${shownDay(day)} and m.state <> 'none'))`

export interface CountedMarks {
  here: number
  left: number
  walkIns: number
  unmarked: number
}

/**
 * Counts the marks of a session `s` on a day: of its booked places, and of its walk-ins apart. `unmarked` counts the
 * places without a mark once somebody began the register; a place whose family said “can't come” needs none.
 */
export const countedMarks = (day: string) => sql<CountedMarks>`(select json_build_object(
    'here', count(*) filter (where b.id is not null and k.state in ('here', 'late')),
    'left', count(*) filter (where b.id is not null and k.state = 'left'),
    'walkIns', count(*) filter (where w.id is not null and k.state in ('here', 'late', 'left')),
    'unmarked', case when count(*) = 0 or s.status = 'cancelled' then 0 else ${unmarkedAt(day)} end)
  from held_marks k
    left join bookings b on b.id = k.booking_id and b.session_id = s.id and b.status <> 'cancelled'
    left join walk_ins w on w.id = k.walk_in_id and w.order_id is null
  where k.session_id = s.id and k.on_day = ${shownDay(day)} and k.state <> 'none')`

const unmarkedAt = (day: string) => sql<number>`(select count(*) from bookings b
  where b.session_id = s.id and b.status <> 'cancelled' and not ${isToldAbsent}
    and not exists (select from held_marks h where h.session_id = s.id and h.on_day = ${shownDay(day)}
      and h.booking_id = b.id and h.state <> 'none'))`

/** Lists the people marked absent on a day whose families did not say so before, and whom to call. */
export async function readMissing(
  db: Db,
  asked: { date: string; venueId?: number },
  seen: RawBuilder<boolean>,
  now: Date,
): Promise<MissingChild[]> {
  const { rows } =
    await sql<MissingChild>`select b.id as "bookingId", s.id as "sessionId", b.account_id as "accountId",
      coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as name, ${staffSessionTitle('t')} as title,
      to_char(s.start_time, 'HH24:MI') as "startTime", ${contactsOfPlace} as contacts
    from ${sessionsAndTheirs} join held_marks m on m.session_id = s.id and m.on_day = ${shownDay(asked.date)}
        and m.state = 'absent'
      join bookings b on b.id = m.booking_id and b.session_id = s.id and b.status <> 'cancelled'
      left join children c on c.id = b.child_id left join accounts f on f.id = b.account_id
    where ${isOfDay(asked, seen, now)} and s.status <> 'cancelled' and not ${isToldAbsent}
    order by s.start_time, s.id, coalesce(c.first_name, b.attendee_name) collate "und-x-icu", b.id`.execute(
      db,
    )
  return rows
}

/** Lists the sessions of a day, by venue and time. */
export async function readRegisterDay(
  db: Db,
  asked: { date: string; venueId?: number },
  seen: RawBuilder<boolean>,
  now: Date,
): Promise<ListedRegister[]> {
  type Row = Omit<ListedRegister, 'here' | 'walkIns' | 'unmarked'> & { marks: CountedMarks }
  const { rows } = await sql<Row>`select ${registerColumns},
      ${countedMarks(asked.date)} as marks, ${isNotTaken(asked.date, now)} as "isNotTaken" from ${sessionsWithRooms}
    where ${isOfDay(asked, seen, now)}
    order by v.sort, v.name collate "und-x-icu", v.id, s.start_time, (${staffSessionTitle('t')}) collate "und-x-icu", s.id`.execute(
    db,
  )
  return rows.map(({ marks: { left, ...marks }, ...row }) => ({ ...row, ...marks, here: marks.here + left }))
}

/**
 * Lists a teacher's own dates of the next 14 days whose registers are not open yet. Other roles get none,
 * because they can open every register.
 */
export async function readLater(
  db: Db,
  { venueId }: { venueId?: number },
  request: Pick<OfficeRequest, 'staff' | 'clock'>,
): Promise<Value<typeof registerDay>['later']> {
  if (request.staff.role !== 'teacher') return []
  const { rows } = await sql<RegisterOfDay & { startsAt: string }>`
    select ${registerColumns}, ${isoTime('s.starts_at')} as "startsAt" from ${sessionsWithRooms}
    where ${isShown(venueId, comingFor(request))} and s.starts_at > ${openRegisters(request.clock()).to}
    order by s.starts_at, s.id`.execute(db)
  return rows
}

/** Returns when a teacher's own register opens; undefined for other registers. */
export async function readWhenOpen(
  db: Db,
  sessionId: number,
  staffId: number,
): Promise<{ startsAt: Date } | undefined> {
  const { rows } = await sql<{ startsAt: Date }>`select s.starts_at as "startsAt" from sessions s
    where s.id = ${sessionId} and s.status in ('scheduled', 'withdrawn') and ${isTaughtBy(staffId)}`.execute(
    db,
  )
  return rows[0]
}

type RegisterHead = RegisterOfDay & { notesShown: boolean; startsAt: Date; endsAt: Date; endDate: string }

/** Reads one session as a register's head, and whether notes may be shown. */
export async function readRegisterHead(
  db: Db,
  sessionId: number,
  seen: RawBuilder<boolean>,
  now: Date,
): Promise<RegisterHead | undefined> {
  const { from, to } = openRegisters(now)
  const { rows } = await sql<RegisterHead>`
    select ${registerColumns}, s.starts_at as "startsAt", s.ends_at as "endsAt", s.end_date as "endDate",
      s.starts_at <= ${to} and s.ends_at >= ${from} and s.status <> 'cancelled' as "notesShown" from ${sessionsWithRooms}
    where s.id = ${sessionId} and s.status <> 'draft' and ${seen}`.execute(db)
  return rows[0]
}

type Sealed = 'medical' | 'allergy' | 'hasMedical' | 'hasAllergy'
type Row = Omit<RegisterRow, 'age' | 'birthday' | Sealed> & { bornOn: string | null }

/**
 * Selects the contacts for a booking `b`: those of its child `c`; else the parent, account `f`; without a
 * child the named attendee.
 */
export const contactsOfPlace = sql`case when c.id is null
        then json_build_array(json_build_object('name', b.attendee_name, 'phone', b.attendee_phone,
          'email', b.attendee_email, 'relationship', ''))
        else coalesce(${contactsOfChild},
          json_build_array(json_build_object('name', f.first_name || ' ' || f.last_name, 'phone', f.mobile,
            'email', f.email, 'relationship', 'Parent')))
      end`

const lastDaysShown = 6

/**
 * Selects all confirmed bookings `x` of the person of a booking `b` of an order `ord`, by account or guest.
 */
const bookingsOfPerson = sql`${bookingsOf(sql`b.account_id`, guestKey('ord'))} x join sessions y on y.id = x.session_id
        where x.child_id is not distinct from b.child_id
          and (b.child_id is not null or name_key(x.attendee_name) = name_key(b.attendee_name))
          and x.status = 'confirmed'`

/**
 * Selects the last days before a day on which the person of a booking `b` was booked in the class of session
 * `s`, with the marks.
 */
const lastDaysBefore = (
  day: string,
) => sql`(select coalesce(json_agg(json_build_object('date', z.day, 'state', z.state)
    order by z.day desc), '[]') from (
  select d::date::text as day, nullif(m.state, 'none') as state from (select x.id, y.* from ${bookingsOfPerson}
      and y.offering_id = s.offering_id and y.start_date < ${day} and y.status <> 'cancelled') q(booking_id)
    cross join generate_series(q.start_date, least(q.end_date, ${day}::date - 1), interval '1 day') d
    left join held_marks m on m.session_id = q.id and m.booking_id = q.booking_id and m.on_day = d::date
  order by d desc limit ${sql.lit(lastDaysShown)}) z)`

/** Lists the attendees of a session by name; notes stay encrypted. */
export async function readAttendees(
  db: Db,
  sessionId: number,
  day: string,
): Promise<Omit<RegisterRow, Sealed>[]> {
  const { rows } = await sql<Row>`
    select b.id as "bookingId", b.child_id as "childId", b.account_id as "accountId",
      coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as name, c.date_of_birth as "bornOn",
      ${isoTime('b.created_at')} as "bookedAt", b.is_trial as "isTrial", b.status = 'held' as "isUnpaid", ${isToldAbsent} as "isToldAbsent", coalesce(c.note, '') as note,
      b.question, b.answer,
      c.photo_permission as "photoPermission", c.photo_marketing_permission as "photoMarketingPermission",
      not exists (select from ${bookingsOfPerson} and y.starts_at < s.starts_at) as "isFirstTime",
      ${lastDaysBefore(day)} as "lastDays",
      ${contactsOfPlace} as contacts,
      ${pickUpPerson} as "pickUp"
    from sessions s join bookings b on b.id in ${attendeesOf} join orders ord on ord.id = b.order_id left join children c on c.id = b.child_id
      left join accounts f on f.id = b.account_id
    where s.id = ${sessionId}
    order by coalesce(c.first_name, b.attendee_name) collate "und-x-icu", c.last_name collate "und-x-icu", b.id`.execute(
    db,
  )
  return rows.map(({ bornOn, ...row }) => ({
    ...row,
    age: bornOn === null ? null : ageOn(bornOn, day),
    months: bornOn === null ? undefined : Math.max(0, monthsOld(bornOn, day)),
    birthday: bornOn === null ? null : birthdayNear(bornOn, day),
  }))
}

/** Lists the people who wait for a session or for any of its class, in order of arrival. */
export async function readWaiting(db: Db, sessionId: number): Promise<WaitingPerson[]> {
  const { rows } = await sql<WaitingPerson>`
    select w.id, w.account_id as "accountId", coalesce(c.first_name || ' ' || c.last_name, w.name) as name,
      coalesce(nullif(w.phone, ''), f.mobile, '') as phone, coalesce(nullif(w.email, ''), f.email, '') as email,
      ${isoTime('w.created_at')} as since, ${isoTime('w.offer_expires_at')} as "offerUntil"
    from sessions s join waiting_entries w on w.offering_id = s.offering_id
      left join children c on c.id = w.child_id left join accounts f on f.id = w.account_id
    where s.id = ${sessionId} and (w.status = 'waiting' and (w.session_id is null or w.session_id = s.id)
      or w.status = 'offered' and w.offered_session_id = s.id)
    order by w.id`.execute(db)
  return rows
}

/** Returns which of these children are expected on these days. */
export async function whoComeOn(db: Db, childIds: number[], from: string, to: string): Promise<Set<number>> {
  const { rows } = await sql<{ childId: number }>`
    select distinct b.child_id as "childId" from bookings b join sessions s on s.id = b.session_id
    where b.child_id = any(${childIds}::bigint[]) and b.status <> 'cancelled'
      and s.status in ('scheduled', 'withdrawn') and s.start_date <= ${to} and s.end_date >= ${from}`.execute(
    db,
  )
  return new Set(rows.map(({ childId }) => childId))
}
