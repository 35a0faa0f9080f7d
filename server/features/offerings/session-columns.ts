import { type RawBuilder, sql } from 'kysely'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { rangeWords } from '#domain/ages.ts'
import { weekdayOf } from '#domain/calendar.ts'
import { creditsOfPlace } from '#domain/prices.ts'
import { dayIdOf } from '#domain/timetable.ts'
import { fieldsOf } from '#server/database/row-text.ts'
import { placesLeft } from './places-left.ts'
import { classTitle } from './session-sql.ts'

type Session = Value<typeof session>

type Computed = 'date' | 'dayId' | 'weekday' | 'isBookable' | 'agesTaken' | 'membersOnly'

/** A session as `sessionColumns` or `sessionText` read it. */
export interface SessionRow extends Omit<Session, Computed> {
  hasStarted: boolean
  /** The ages to which the class is limited, as '36-72', '36-' or '-72'; '' if it is not. */
  monthsTaken: string
  isMembersOnly: boolean
}

const asIs = (said: string) => said
const isTrue = (said: string) => said === 't'

/** All columns but `hasStarted`: the SQL in `sessionsAndTheirs`, and how PostgreSQL's text is parsed. */
const columns: {
  [Name in keyof Omit<SessionRow, 'hasStarted' | 'bookingId' | 'problem'>]: [
    RawBuilder<unknown>,
    (said: string) => SessionRow[Name],
  ]
} = {
  id: [sql`s.id`, Number],
  offeringId: [sql`s.offering_id`, Number],
  startDate: [sql`s.start_date`, asIs],
  endDate: [sql`s.end_date`, asIs],
  startTime: [sql`left(s.start_time::text, 5)`, asIs],
  endTime: [sql`left(s.end_time::text, 5)`, asIs],
  name: [sql`s.name`, asIs],
  typeId: [sql`s.offering_type_id`, Number],
  typeName: [sql`t.name`, asIs],
  title: [classTitle, asIs],
  venueId: [sql`o.venue_id`, Number],
  venue: [sql`v.name`, asIs],
  ageGroupId: [sql`o.age_group_id`, Number],
  ages: [sql`a.name`, asIs],
  colour: [sql`o.colour`, asIs],
  classroom: [sql`o.classroom`, asIs],
  termDates: [sql`o.term_dates`, asIs],
  capacity: [sql`s.capacity`, Number],
  placesLeft: [placesLeft, Number],
  offersTrial: [sql`s.offers_trial`, isTrue],
  isPackOnly: [sql`o.is_pack_only`, isTrue],
  credits: [sql`s.credits`, Number],
  pricePence: [sql`s.price_pence`, Number],
  trialPricePence: [sql`s.trial_price_pence`, Number],
  monthsTaken: [
    sql`case when o.refuses_other_ages then concat(a.from_months, '-', a.to_months) else '' end`,
    asIs,
  ],
  isMembersOnly: [sql`o.is_members_only`, isTrue],
}
const hasStarted = (now: Date) => sql`s.starts_at <= ${now}`
const unnamed = sql.join(Object.values(columns).map(([column]) => column))
const named = sql.join(Object.entries(columns).map(([name, [column]]) => sql`${column} as ${sql.ref(name)}`))

/** Selects the columns of a `SessionRow`, from `sessionsAndTheirs`. */
export const sessionColumns = (now: Date) => sql`${named}, ${hasStarted(now)} as "hasStarted"`

/** Selects the columns of a session as one text, which is read in a quarter of the time. `sessionIn` parses it. */
export const sessionText = (now: Date) => sql`row(${unnamed}, ${hasStarted(now)})::text as text`
const readers = Object.entries({ ...columns, hasStarted: [hasStarted, isTrue] as const })

const maxKnown = 5_000
/**
 * The parsed sessions by their text. The database is queried each time, but most sessions have not changed.
 */
const known = new Map<string, Session>()

/** Parses a `sessionText`. The same text returns the same object, so it must not be changed. */
export function sessionIn(rowText: string): Session {
  const before = known.get(rowText)
  if (before) return before
  const fields = fieldsOf(rowText)
  const row = Object.fromEntries(
    readers.map(([name, [, read]], index) => [name, read(fields[index] as string)]),
  ) as unknown as SessionRow
  const session = asSession(row, row.placesLeft, !row.hasStarted)
  if (known.size === maxKnown) known.clear()
  known.set(rowText, session)
  return session
}

/** Makes a session of a row. One of several days is shown on its first day (decision E-43). */
export function asSession(row: SessionRow, placesLeft: number, isBookable: boolean): Session {
  const date = row.startDate
  const credits = creditsOfPlace(row)
  const agesTaken = row.monthsTaken && wordsOf(row.monthsTaken)
  return {
    ...{ ...row, date, dayId: dayIdOf(date), weekday: weekdayOf(date), credits, placesLeft, isBookable },
    ...(agesTaken && { agesTaken }),
    ...(row.isMembersOnly && { membersOnly: true }),
  }
}

function wordsOf(monthsTaken: string): string {
  const [fromMonths = null, toMonths = null] = monthsTaken
    .split('-')
    .map(text => (text ? Number(text) : null))
  return rangeWords({ fromMonths, toMonths })
}
