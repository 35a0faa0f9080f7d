import { type RawBuilder, sql } from 'kysely'
import type { calendarQuery, ownSession, session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { type ClassRules, classRuleProblem } from '#domain/class-rules.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { canMoveTo } from '#domain/rescheduling.ts'
import { sentences } from '#domain/sentences.ts'
import { groupByDay, isAskedFor, type TimetableDay, timetableDays } from '#domain/timetable.ts'
import { batched } from '#server/database/batched.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { SharedAnswer } from '#server/request/shared-answer.ts'
import {
  type AttendeeThere,
  attendeeThere,
  isOfferedTo,
  readBookedPlace,
  rulesThere,
} from './read-booked-place.ts'
import { asSession, type SessionRow, sessionColumns, sessionIn, sessionText } from './session-columns.ts'
import { classTitle, isOfCancelledDate, sessionsAndTheirs } from './session-sql.ts'

type CalendarQuery = Value<typeof calendarQuery>
type Session = Value<typeof session>
type OwnSession = Value<typeof ownSession>

interface Asked {
  kind: OfferingKind
  query: CalendarQuery
  now: Date
}

/**
 * Reads the public timetable of a kind. A signed-in account's own offers count as free places (decision E-14);
 * `isBookable` is decision E-17. Everybody with the same request and without an offer or booking there gets the same
 * answer.
 */
export async function readTimetable(
  db: Db,
  { accountId, ...asked }: Asked & { accountId: number | undefined },
): Promise<TimetableDay<Session>[] | SharedAnswer<TimetableDay<Session>[]>> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const { shown, answer } = await readShown(db, { ...asked, days })
  const ownOffers = ({ offeredTo }: ShownSession) =>
    offeredTo?.filter(invited => invited === accountId).length ?? 0
  const bookings = await ownBookings(db, { ...asked, accountId })
  const isOwn = (it: ShownSession) => ownOffers(it) > 0 || bookings.has(it.session.id)
  if (!shown.some(isOwn)) return answer
  return groupByDay(
    days,
    shown.map(it =>
      isOwn(it)
        ? {
            ...it.session,
            placesLeft: it.session.placesLeft + ownOffers(it),
            bookingId: bookings.get(it.session.id),
          }
        : it.session,
    ),
  )
}

/**
 * Reads the account's confirmed bookings in these days, by session. If several children have one, it is the first
 * child's.
 */
async function ownBookings(
  db: Db,
  { accountId, ...asked }: Asked & { accountId: number | undefined },
): Promise<Map<number, number>> {
  if (accountId === undefined) return new Map()
  const { rows } = await sql<{ sessionId: number; id: number }>`${planKept}
    select distinct on (b.session_id) b.session_id as "sessionId", b.id
    from bookings b join sessions s on s.id = b.session_id
    where b.account_id = ${accountId} and b.status = 'confirmed' and ${inDays(asked)}
    order by b.session_id, b.child_id, b.id`.execute(db)
  return new Map(rows.map(({ sessionId, id }) => [sessionId, id]))
}

interface ShownSession {
  session: Session
  /** The accounts with an open offer in the session; null when there is none. */
  offeredTo: number[] | null
}

const questionOf = ({ kind, query }: Asked) => JSON.stringify([kind, query])

/**
 * The maximum number of cached answers, and of sessions in one. The limit fits a week of a large business; a longer
 * range would use many megabytes.
 */
const [maxGiven, maxGivenSessions] = [20, 500]
/**
 * The latest answers, newest first. It is an array, because a Map's old backing stores keep dropped entries alive until
 * a major collection, three times a second under load (record 096).
 */
const given: { question: string; sessions: Session[]; answer: SharedAnswer<TimetableDay<Session>[]> }[] = []

/** Returns the cached answer, already serialised and compressed; builds a new one if a session has changed. */
function answerOf(asked: Asked & { days: string[] }, sessions: Session[]) {
  const question = questionOf(asked)
  const place = given.findIndex(it => it.question === question)
  const before = given[place]
  const isSame =
    before?.sessions.length === sessions.length &&
    before.sessions.every((session, nth) => session === sessions[nth])
  if (isSame) return before.answer
  const answer = new SharedAnswer(groupByDay(asked.days, sessions))
  if (before) given.splice(place, 1)
  if (sessions.length <= maxGivenSessions) given.unshift({ question, sessions, answer })
  if (given.length > maxGiven) given.pop()
  return answer
}

type Question = Asked & { days: string[] }

/** Weeks are read together and a month by itself, so that a week does not wait for a month. */
const maxDaysPerQuery = 14

/**
 * Chooses the waiting questions that one statement answers: the first, and others as long as all together ask
 * for at most `maxDaysPerQuery` days. If the first alone asks for more, only equal questions join it.
 */
function readWithFirst(waiting: Question[]): boolean[] {
  const [first] = waiting
  const days = new Set(first?.days)
  if (first && days.size > maxDaysPerQuery) {
    const question = questionOf(first)
    return waiting.map(asked => questionOf(asked) === question)
  }
  return waiting.map(asked => {
    const more = asked.days.filter(day => !days.has(day))
    const isFew = days.size + more.length <= maxDaysPerQuery
    if (isFew) for (const day of more) days.add(day)
    return isFew
  })
}

/**
 * Reads the days of all waiting questions with one statement, whatever their filters (record 015). Several statements
 * may run at once, so that the database works while earlier rows are processed.
 */
const readShown = batched(
  async (db, questions: Question[]) => {
    const { kind, now } = questions.at(-1) as Question
    const days = [...new Set(questions.flatMap(asked => asked.days))]
    const columns = sql`${sessionText(now)}, ${offeredTo(now)}`
    const { rows } = await visibleSessions<{ text: string; offeredTo: number[] | null }>(
      sql`s.kind = ${kind} and s.start_date = any(${days}::date[]) ${askedByAll(questions)}`,
      columns,
    ).execute(db)
    const ofDay = Map.groupBy(
      rows.map((row): ShownSession => ({ session: sessionIn(row.text), offeredTo: row.offeredTo })),
      ({ session }) => session.date,
    )
    const answers = new Map<
      string,
      { shown: ShownSession[]; answer: SharedAnswer<TimetableDay<Session>[]> }
    >()
    return questions.map(asked => {
      const question = questionOf(asked)
      const made = answers.get(question)
      if (made) return made
      const shown = asked.days
        .flatMap(day => ofDay.get(day) ?? [])
        .filter(({ session }) => isAskedFor(session, asked.query))
      const answer = answerOf(
        asked,
        shown.map(({ session }) => session),
      )
      answers.set(question, { shown, answer })
      return { shown, answer }
    })
  },
  { keyOf: ({ kind }) => kind, maxConcurrent: 4, withFirst: readWithFirst },
)

/**
 * Excludes sessions that no question asks for. Usually only one question waits, and one type has a tenth of
 * the sessions of a month.
 */
function askedByAll(questions: Question[]): RawBuilder<unknown> {
  const id = (name: 'typeId' | 'venueId' | 'ageGroupId', column: RawBuilder<unknown>) => {
    const [wanted, ...others] = new Set(questions.map(({ query }) => query[name]))
    return wanted === undefined || others.length > 0 ? sql`` : sql`and ${column} = ${wanted}`
  }
  return sql`${id('typeId', sql`s.offering_type_id`)} ${id('venueId', sql`o.venue_id`)}
    ${id('ageGroupId', sql`o.age_group_id`)}`
}

/**
 * Lists the sessions to which a booking of the account could move. `isBookable` says whether it may
 * (decisions E-15, E-19), and `problem` why the class does not take its attendee. Refuses a session without a
 * confirmed booking of the account.
 */
export async function readChangeTargets(
  db: Db,
  asked: Asked & { accountId: number; sessionId: number; bookingId: number | undefined },
): Promise<TimetableDay<Session>[]> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const place = await readBookedPlace(db, asked)
  requireThat(place, sentences.sessionNotFound)
  const placesKept = sql`case when s.places_offered = 0 then 0 else (select count(*)::integer from waiting_entries
    where offered_session_id = s.id and ${isOfferedTo(place, asked.accountId, asked.now)}) end as "placesKept"`
  const columns = sql`${sessionColumns(asked.now)}, ${attendeeThere(place)}, ${placesKept}, ${rulesThere}`
  type Row = SessionRow & AttendeeThere & ClassRules & { placesKept: number; day: string }
  const { rows } = await visibleSessions<Row>(inDays(asked), columns).execute(db)
  const bookings = await ownBookings(db, asked)
  const targets = rows.map(row => {
    const placesLeft = row.placesLeft + row.placesKept
    const target = { ...row, placesLeft, kind: asked.kind, isScheduled: true }
    const problem = row.placesKept > 0 ? undefined : classRuleProblem(row, place)
    const session = asSession(row, placesLeft, canMoveTo(place, target) && !problem)
    return { ...session, bookingId: bookings.get(session.id), problem }
  })
  return groupByDay(
    days,
    targets.filter(target => isAskedFor(target, asked.query)),
  )
}

/**
 * Lists the account's confirmed bookings and those of cancelled dates. Withdrawn sessions stay visible here (decision
 * E-45).
 */
export async function readOwnTimetable(
  db: Db,
  asked: Asked & { accountId: number },
): Promise<TimetableDay<OwnSession>[]> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const { rows } = await sql<OwnSession & Pick<Session, 'venueId' | 'ageGroupId'>>`
    select b.id as "bookingId", s.id, s.offering_id as "offeringId", s.offering_type_id as "typeId",
      s.start_date as date, left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime",
      s.name, v.id as "venueId", v.name as venue, a.id as "ageGroupId", t.name as "typeName", ${classTitle} as title, a.name as ages, o.colour, b.is_trial as "isTrial",
      coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as attendee,
      case b.status when 'cancelled' then 'cancelled' end as state
    from bookings b
    join ${sessionsAndTheirs} on s.id = b.session_id
    left join children c on c.id = b.child_id
    where b.account_id = ${asked.accountId} and (b.status = 'confirmed' or ${isOfCancelledDate}) and ${inDays(asked)}
    order by ${timetableOrder}, b.id`.execute(db)
  return groupByDay(
    days,
    rows
      .filter(row => isAskedFor(row, asked.query))
      .map(({ state, ...row }) => (state ? { ...row, state } : row)),
  )
}

const timetableOrder = sql`s.start_date, s.start_time, v.name, s.id`

const inDays = ({ kind, query }: Asked) => sql`s.kind = ${kind}
  and s.start_date between ${query.startDate} and ${query.endDate}`

/**
 * Selects the sessions of a timetable, without hidden and withdrawn ones. Plain SQL, because it is the most
 * frequent read.
 */
const visibleSessions = <Row>(
  which: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
) => sql<Row>`${planKept}
  select ${columns}
  from ${sessionsAndTheirs}
  where ${which} and s.status = 'scheduled' and o.is_active and t.is_active
  order by ${timetableOrder}`

const offeredTo = (now: Date) => sql`case when s.places_offered > 0 then (
    select json_agg(account_id) from waiting_entries
    where offering_id = s.offering_id and status = 'offered' and offered_session_id = s.id and offer_expires_at > ${now}
  ) end as "offeredTo"`
