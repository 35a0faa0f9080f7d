import { type RawBuilder, sql } from 'kysely'
import type { OfficeList, TextFile } from '#contract/office/office-call.ts'
import {
  maxSessionsShown,
  type PlannedDate,
  type PlannerSession,
  type planner,
} from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { daysBetween } from '#domain/calendar.ts'
import { maxDatesOfClass, maxTermDays } from '#domain/limits.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { cheapestPack } from '#domain/office/credit-worth.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { datesOf } from '#domain/office/recurrence.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { listPacks } from '#server/features/credits/queries.ts'
import { isUnderThird } from '#server/features/offerings/places-left.ts'
import { isOnDays, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile, inPounds } from '#server/staff-log/export-file.ts'
import { findClashes } from './find-clashes.ts'
import { readClosures, readTerm } from './term-queries.ts'

type Asked = CallInput<typeof planner.week>

/** Reads the choices of the planner's forms: everything active, with the rooms of each venue. */
export async function readChoices(db: Db): Promise<CallOutput<typeof planner.choices>> {
  const { rows } = await sql<Omit<CallOutput<typeof planner.choices>, 'cheapestPack'>>`
    select
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'imagePath', image_path) order by sort, name collate "und-x-icu")
        from offering_types where is_active), '[]') as types,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by sort, name collate "und-x-icu")
        from age_groups where is_active), '[]') as ages,
      coalesce((select json_agg(json_build_object('id', v.id, 'name', v.name, 'rooms', coalesce((
          select json_agg(json_build_object('id', r.id, 'name', r.name, 'capacity', r.capacity, 'isShared', r.is_shared)
            order by r.sort, r.name collate "und-x-icu") from rooms r where r.venue_id = v.id and r.is_active), '[]')) order by v.sort, v.name collate "und-x-icu")
        from venues v where v.is_active), '[]') as venues,
      coalesce((select json_agg(json_build_object('id', id, 'name', coalesce(nullif(display_name, ''), full_name))
        order by coalesce(nullif(display_name, ''), full_name) collate "und-x-icu", id) from staff where status = 'active'), '[]') as teachers,
      coalesce((select json_agg(json_build_object('colour', colour, 'classes', classes) order by colour)
        from (select colour, count(*) as classes from offerings where is_active group by colour) of_shown), '[]') as colours`.execute(
    db,
  )
  const packs = await listPacks(db)
  return { ...(rows[0] as (typeof rows)[number]), cheapestPack: cheapestPack(packs) ?? null }
}

/** The range of ages of a class with ages `a`; null if it has an age group. */
const ageRange = sql`case when a.is_range then json_build_object('fromMonths', a.from_months, 'toMonths', a.to_months) end`

/**
 * Reads the settings of a type's newest class that has dates, preferably one at the venue. Prices, room and times are
 * those of its latest date.
 */
export async function readUsual(
  db: Db,
  { typeId, venueId }: CallInput<typeof planner.usual>,
): Promise<CallOutput<typeof planner.usual>> {
  const { rows } = await sql<NonNullable<CallOutput<typeof planner.usual>>>`
    select o.venue_id as "venueId", o.age_group_id as "ageGroupId", ${ageRange} as "ageRange",
      o.term_id as "termId", s.room_id as "roomId",
      s.capacity, s.price_pence as "pricePence", s.credits,
      s.offers_trial as "offersTrial", s.trial_price_pence as "trialPricePence",
      greatest(0, extract(epoch from s.end_time - s.start_time) / 60)::integer as minutes
    from offerings o join age_groups a on a.id = o.age_group_id
    join lateral (select * from sessions where offering_id = o.id and status <> 'cancelled'
      order by start_date desc, id desc limit 1) s on true
    where o.offering_type_id = ${typeId}
    order by (o.venue_id = ${venueId ?? null}::bigint) desc nulls last, o.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

const whenGiven = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<unknown>) =>
  value === undefined ? sql`` : condition(value)

const taughtBy = (staffId: number | undefined) =>
  whenGiven(
    staffId,
    id => sql`and exists (select from session_teachers t where t.session_id = s.id and t.staff_id = ${id})`,
  )

/** Selects the requested sessions, on any of their days; cancelled ones only on request. */
const matches = (asked: Asked) => sql`s.kind = any(${asked.kind ? [asked.kind] : everyOfferingKind}::text[])
  and ${isOnDays(asked)}
  ${asked.state ? sql`and s.status = ${asked.state}` : sql`and s.status <> 'cancelled'`}
  ${whenGiven(asked.termId, id => sql`and o.term_id = ${id}`)}
  ${whenGiven(asked.venueId, id => sql`and o.venue_id = ${id}`)}
  ${whenGiven(asked.roomId, id => sql`and s.room_id = ${id}`)}
  ${whenGiven(asked.typeId, id => sql`and s.offering_type_id = ${id}`)}
  ${whenGiven(asked.ageGroupId, id => sql`and o.age_group_id = ${id}`)}
  ${whenGiven(asked.weekday, day => sql`and extract(isodow from s.start_date) = ${day}`)}
  ${whenGiven(asked.hour, hour => sql`and extract(hour from s.start_time) = ${hour}`)}
  ${taughtBy(asked.teacherId)}
  ${asked.underThird ? sql`and ${isUnderThird}` : sql``}`

/**
 * Reads the requested sessions, up to the maximum shown, with their clashes. They are in grid order: venue,
 * day, time.
 */
export const readPlannerSessions = async (db: Db, asked: Asked): Promise<PlannerSession[]> =>
  asked.clashesOnly
    ? (await readEverySession(db, asked)).slice(0, maxSessionsShown)
    : readEverySession(db, asked, maxSessionsShown)

async function readEverySession(db: Db, asked: Asked, most?: number): Promise<PlannerSession[]> {
  requireRange(asked)
  const sessions = await selectSessions(db, matches(asked), most)
  return asked.clashesOnly ? sessions.filter(({ clashes }) => clashes.length > 0) : sessions
}

/** Exports all requested sessions as a file, by day and time. */
export const exportPlannerSessions = (request: OfficeRequest, asked: Asked): Promise<TextFile> =>
  exportFile(request, 'dates', async tx => ({
    columns: [
      ...['date', 'start', 'end', 'kind', 'name', 'age', 'venue', 'room', 'teachers', 'state'],
      ...['places', 'taken', 'kept', 'waiting', 'price', 'credits'],
    ],
    rows: (await readEverySession(tx, asked))
      .sort((one, other) => whenOf(one).localeCompare(whenOf(other)))
      .map(session => [
        ...[session.date, session.startTime, session.endTime, session.kind, session.title, session.ages],
        ...[session.venue, session.room, session.teachers.map(({ name }) => name).join(', '), session.state],
        ...[session.capacity, session.taken, session.kept, session.waiting, inPounds(session.pricePence)],
        session.credits,
      ]),
  }))

const whenOf = ({ date, startTime }: PlannerSession) => `${date} ${startTime}`

/** Reads one session by id, whatever its state; refuses an unknown one, or one that this teacher does not teach. */
export async function readPlannerSession(
  db: Db,
  { id, teacherId }: { id: number; teacherId?: number },
): Promise<PlannerSession> {
  const [found] = await selectSessions(db, sql`s.id = ${id} ${taughtBy(teacherId)}`)
  requireThat(found, plannerSentences.notFound)
  return found
}

/** Lists the ids of the classes in which a member teaches a date. */
export async function readTaughtClasses(db: Db, staffId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct s.offering_id as id
    from session_teachers t join sessions s on s.id = t.session_id where t.staff_id = ${staffId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Lists the sessions of one class, oldest first. */
export const readSessionsOfClass = (db: Db, offeringId: number): Promise<PlannerSession[]> =>
  selectSessions(db, sql`s.offering_id = ${offeringId}`)

/** Selects how a session `s` was cancelled, and how many of its families are settled; null if it was not. */
const cancelledOf = sql`(select json_build_object('id', d.id, 'at', ${isoTime('d.cancelled_at')},
    'by', coalesce(nullif(max(by.display_name), ''), max(by.full_name)),
    'families', count(f.family), 'settled', count(*) filter (where f.is_settled))
  from cancelled_dates c join date_cancellations d on d.id = c.cancellation_id join staff by on by.id = d.staff_id
  left join lateral (
    select coalesce('account ' || p.account_id, nullif(contact_key(p.guest_email, p.guest_phone), ''), 'order ' || p.id)
        as family, bool_and(u.settled_at is not null) as is_settled
    from cancelled_date_orders u join orders p on p.id = u.order_id
    where u.cancellation_id = d.id and (
      exists (select from bookings b where b.order_id = p.id and b.session_id = s.id)
      or exists (select from booking_moves v join bookings b on b.id = v.booking_id
        where b.order_id = p.id and v.from_session_id = s.id))
    group by 1) f on true
  where s.status = 'cancelled' and c.session_id = s.id and d.undone_at is null and not d.is_goodwill
  group by d.id)`

async function selectSessions(
  db: Db,
  condition: RawBuilder<unknown>,
  most: number | null = null,
): Promise<PlannerSession[]> {
  const { rows } = await sql<Omit<PlannerSession, 'clashes' | 'publishAt'> & { publishAt: Date | null }>`
    select s.id, s.version, s.offering_id as "offeringId", s.kind, ${staffSessionTitle('y')} as title,
      y.name as "typeName", a.name as ages, v.id as "venueId", v.name as venue, s.room_id as "roomId",
      coalesce(r.name, o.classroom) as room, o.term_id as "termId",
      s.start_date as date, s.end_date as "endDate", left(s.start_time::text, 5) as "startTime",
      left(s.end_time::text, 5) as "endTime", s.capacity, s.places_taken as taken, s.places_offered as kept,
      coalesce(w.waiting, 0) as waiting, s.status as state, s.price_pence as "pricePence", s.credits,
      s.offers_trial as "offersTrial", s.trial_price_pence as "trialPricePence", o.colour,
      case s.status when 'draft' then least(s.publish_at, m.publish_at) end as "publishAt",
      coalesce(t.teachers, '[]') as teachers, ${cancelledOf} as cancelled
    from sessions s join offerings o on o.id = s.offering_id join offering_types y on y.id = o.offering_type_id
    join venues v on v.id = o.venue_id join age_groups a on a.id = o.age_group_id left join rooms r on r.id = s.room_id
    left join terms m on m.id = o.term_id
    left join lateral (select count(*)::integer as waiting from waiting_entries w where w.offering_id = s.offering_id
      and w.status = 'waiting' and (w.session_id is null or w.session_id = s.id)) w on s.status = 'scheduled'
    left join lateral (
      select json_agg(json_build_object('id', m.id, 'name', coalesce(nullif(m.display_name, ''), m.full_name)) order by m.id)
        as teachers
      from session_teachers t join staff m on m.id = t.staff_id where t.session_id = s.id) t on true
    where ${condition}
    order by v.sort, v.name collate "und-x-icu", s.start_date, s.start_time, s.id limit ${most}::integer`.execute(
    db,
  )
  const clashes = await findClashes(
    db,
    rows
      .filter(({ state }) => state !== 'cancelled')
      .map(({ id, teachers, ...session }) => ({
        ...session,
        key: id,
        sessionId: id,
        teacherIds: teachers.map(teacher => teacher.id),
      })),
  )
  return rows.map(row => ({
    ...row,
    publishAt: row.publishAt?.toISOString() ?? null,
    clashes: clashes.get(row.id) ?? [],
  }))
}

/** How many dates of a day are read for its names in the month. */
const namesOfDay = 12

/** Counts the sessions of each day that has any; one of several days counts once, on its first day in the range. */
export async function readMonth(
  db: Db,
  asked: Asked & { withNames?: boolean | undefined },
): Promise<CallOutput<typeof planner.month>> {
  requireRange(asked)
  const which = asked.clashesOnly
    ? sql`s.id = any(${(await readEverySession(db, asked)).map(({ id }) => id)}::bigint[])`
    : matches(asked)
  const { rows } = await sql<CallOutput<typeof planner.month>[number]>`
    select greatest(s.start_date, ${asked.from}::date) as date, count(*)::integer as sessions,
      count(*) filter (where s.status = 'draft')::integer as drafts,
      count(*) filter (where s.status <> 'draft' and s.places_taken + s.places_offered >= s.capacity)::integer as full,
      sum(s.places_taken + s.places_offered)::integer as taken, sum(s.capacity)::integer as capacity,
      case when ${asked.withNames === true}
        then (array_agg(o.name order by s.start_time, s.id))[1:${namesOfDay}] else '{}' end as names
    from sessions s join offerings o on o.id = s.offering_id
    where ${which} group by 1 order by 1`.execute(db)
  return rows.map(({ names, ...day }) => ({ ...day, names: [...new Set(names)] }))
}

/** Refuses a range that ends before it begins, or exceeds a year. */
export function requireRange({ from, to }: { from: string; to: string }): void {
  requireThat(from <= to, sentences.rangeBackwards)
  requireThat(daysBetween(from, to) < maxTermDays, plannerSentences.termTooLong)
}

/** Lists every date that a class would have, with closures named, each with its clashes. */
export async function previewDates(
  db: Db,
  { offeringId, venueId, termId, from, to, slots }: CallInput<typeof planner.previewDates>,
): Promise<CallOutput<typeof planner.previewDates>> {
  requireRange({ from, to })
  requireThat(slots.length > 0, plannerSentences.addATime)
  const term = termId ? await readTerm(db, termId) : undefined
  const closures = termId ? await readClosures(db, [termId]) : []
  const firstDay = offeringId ? await readWeeksFrom(db, offeringId) : (term?.start_date ?? from)
  const planned = datesOf(slots, { from, to, firstDay, closures, venueId })
  requireThat(planned.length <= maxDatesOfClass, plannerSentences.tooManyDates)
  const clashes = await findClashes(
    db,
    planned.map((date, key) => ({
      ...date,
      key,
      endDate: date.date,
      roomId: slots[date.slot]?.roomId ?? null,
      teacherIds: slots[date.slot]?.teacherIds ?? [],
    })),
  )
  const dates: PlannedDate[] = planned.map((date, key) => ({ ...date, clashes: clashes.get(key) ?? [] }))
  const made = dates.filter(({ skippedFor }) => !skippedFor)
  return { dates, total: made.length, clashing: made.filter(date => date.clashes.length > 0).length }
}

/** The day from which the odd and even weeks of a class `o` in its term `t` are counted. */
export const weeksFrom = sql`coalesce(o.weeks_from, t.start_date, o.start_date)`

/** Reads the day from which one class counts odd and even weeks; refuses an unknown id. */
export async function readWeeksFrom(db: Db, offeringId: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ${weeksFrom} as day
    from offerings o left join terms t on t.id = o.term_id where o.id = ${offeringId}`.execute(db)
  requireThat(rows[0], plannerSentences.notFound)
  return rows[0].day
}

type DoneToDate = CallOutput<typeof planner.history>['items'][number]

/**
 * Finds the log row of the term's opening that published a date; that row does not list its thousands of
 * dates. It is the first opening after the date was created and its class joined the term, unless the date
 * was published by itself. For a date that was imported or moved from another venue it finds none, because
 * the log does not say when it was created.
 */
const openedWithTerm = (id: number) => sql`(
  select min(p.id) from sessions s join offerings o on o.id = s.offering_id
    join staff_actions p on p.subject_kind = 'term' and p.subject_id = o.term_id
  where s.id = ${id} and s.status <> 'draft' and p.action = 'term.publish' and p.facts ? 'published'
    and not exists (select from staff_actions m where m.facts -> 'sessions' @> ${JSON.stringify([id])}::jsonb
      and (m.action = 'session.publish' and m.facts ? 'published' or m.action = 'class.addDates' and m.id > p.id))
    and not exists (select from staff_actions m where m.subject_kind = 'session' and m.subject_id = s.id
      and m.action = 'session.venue')
    and exists (select from staff_actions m where m.id < p.id
      and (m.subject_kind = 'class' and m.subject_id = o.id and m.action = 'class.make'
        or m.subject_kind = 'term' and m.subject_id = o.term_id and m.action = 'term.copy'))
    and not exists (select from staff_actions m where m.subject_kind = 'class' and m.subject_id = o.id
      and (m.action = 'class.make' and (m.id > p.id or m.facts ->> 'publish' = 'now') or m.facts ? 'termId' and m.id > p.id)))`

/** Lists who did what to a date since its class was created, and who wrote incidents down; newest first. */
export const readHistory = (
  db: Db,
  { id, ...asked }: CallInput<typeof planner.history>,
): Promise<OfficeList<DoneToDate>> =>
  readOfficePage(db, asked, {
    rows: and => sql`
      select x.id as "rowId", x.id, ${isoTime('x.at')} as at, coalesce(m.full_name, '') as by, x.action, x.reason,
        case jsonb_typeof(x.facts -> 'fields') when 'array' then x.facts -> 'fields' else '[]' end as fields
      from staff_actions x left join staff m on m.id = x.staff_id
      where (x.subject_kind = 'session' and x.subject_id = ${id}
          or x.facts -> 'sessions' @> ${JSON.stringify([id])}::jsonb
          or x.subject_kind = 'incident' and x.action = 'incident.write'
            and x.subject_id = any(array(select i.id from incidents i where i.session_id = ${id}))
          or x.subject_kind = 'class' and x.action = 'class.make'
            and x.subject_id = (select offering_id from sessions where id = ${id})
          or x.id = ${openedWithTerm(id)})
        and ${and}`,
    comesAfter: action => sql`x.id < ${action}`,
    order: sql`x.id desc`,
  })

/** Whether offerings `a` and `b` have the same type, age, name, term, way of selling and rules, at any venue. */
export const isSameClass = sql`b.offering_type_id = a.offering_type_id and b.age_group_id = a.age_group_id
  and b.name = a.name and b.term_id is not distinct from a.term_id and b.is_pack_only = a.is_pack_only
  and b.refuses_other_ages = a.refuses_other_ages and b.is_members_only = a.is_members_only
  and b.question = a.question`

/** Reads a class with its weekly times and all its dates; refuses an unknown id. */
export async function readClass(db: Db, id: number): Promise<CallOutput<typeof planner.class>> {
  const { rows } = await sql<Omit<CallOutput<typeof planner.class>, 'sessions'>>`
    select o.id, o.version, o.kind, y.id as "typeId", y.name as "typeName", o.venue_id as "venueId", v.name as venue,
      o.term_id as "termId", coalesce(t.name, '') as term, o.name, o.age_group_id as "ageGroupId", a.name as ages,
      ${ageRange} as "ageRange", o.room_id as "roomId", o.colour,
      o.introduction_html as "introductionHtml", o.image_path as "imagePath", o.is_pack_only as "isPackOnly",
      o.refuses_other_ages as "refusesOtherAges", o.is_members_only as "isMembersOnly", o.question,
      o.price_description as "priceWords", o.term_dates as "termWords",
      coalesce((select json_agg(json_build_object('id', id, 'weekday', weekday, 'startTime', left(start_time::text, 5),
          'endTime', left(end_time::text, 5), 'weeks', weeks, 'roomId', room_id, 'capacity', capacity,
          'teacherIds', to_json(teacher_ids)) order by weekday, start_time)
        from offering_slots where offering_id = o.id), '[]') as slots,
      coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'capacity', r.capacity) order by r.sort, r.name collate "und-x-icu")
        from rooms r where r.id = o.room_id
          or r.id in (select room_id from offering_slots where offering_id = o.id)), '[]') as rooms,
      coalesce((select json_agg(json_build_object('id', e.id, 'venue', e.venue, 'dates', e.dates) order by e.venue, e.id)
        from (select b.id, w.name as venue, (select count(*) from sessions s where s.offering_id = b.id
              and s.status <> 'cancelled')::integer as dates
            from offerings a join offerings b on ${isSameClass} join venues w on w.id = b.venue_id
            where a.id = o.id and b.id <> a.id) e where e.dates > 0), '[]') as elsewhere
    from offerings o join offering_types y on y.id = o.offering_type_id join venues v on v.id = o.venue_id
    join age_groups a on a.id = o.age_group_id left join terms t on t.id = o.term_id where o.id = ${id}`.execute(
    db,
  )
  const [found] = rows
  requireThat(found, plannerSentences.notFound)
  return { ...found, sessions: await readSessionsOfClass(db, id) }
}
