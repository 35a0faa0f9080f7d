import { sql } from 'kysely'
import type { calendarQuery, ownSession, session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { weekdayOf } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { type BookedPlace, canMoveTo } from '#domain/rescheduling.ts'
import { sentences } from '#domain/sentences.ts'
import { dayIdOf, groupByDay, type TimetableDay, timetableDays } from '#domain/timetable.ts'
import type { Db } from '#server/database/connect.ts'

type CalendarQuery = Value<typeof calendarQuery>
type Session = Value<typeof session>
type OwnSession = Value<typeof ownSession>

interface Asked {
  kind: OfferingKind
  query: CalendarQuery
  now: Date
}

/**
 * The public timetable of a kind. The own waiting-list offers of a signed-in account count as free places
 * (decision E-14); `isBookable` is decision E-17.
 */
export async function readTimetable(
  db: Db,
  asked: Asked & { accountId: number | undefined },
): Promise<TimetableDay<Session>[]> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const rows = await visibleSessions(db, asked)
    .select(offeredTo(asked.accountId, asked.now).as('offeredToAccount'))
    .execute()
  return groupByDay(
    days,
    rows.map(({ offeredToAccount, ...row }) => ({
      ...asSession(row),
      placesLeft: placesLeft(row) + offeredToAccount,
      isBookable: !row.hasStarted,
    })),
  )
}

/**
 * The sessions a booked place of the account might be moved to: `isBookable` says which it may
 * (decisions E-15, E-19). Refuses a session the account has no confirmed booking of.
 */
export async function readChangeTargets(
  db: Db,
  asked: Asked & { accountId: number; sessionId: number; bookingId: number | undefined },
): Promise<TimetableDay<Session>[]> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const place = await readBookedPlace(db, asked)
  requireThat(place, sentences.sessionNotFound)
  const rows = await visibleSessions(db, asked)
    .select(eb => {
      const others = eb
        .selectFrom('bookings')
        .select('bookings.id')
        .where('bookings.status', '<>', 'cancelled')
        .where('bookings.id', '<>', place.bookingId)
        .where(ofAttendee(place))
      return [
        eb.exists(others.whereRef('bookings.session_id', '=', 'sessions.id')).as('isAttendeeBooked'),
        eb
          .exists(
            others
              .whereRef('bookings.offering_type_id', '=', 'sessions.offering_type_id')
              .where('bookings.is_trial', '=', true),
          )
          .as('isTrialUsed'),
      ]
    })
    .execute()
  return groupByDay(
    days,
    rows.map(row => ({
      ...asSession(row),
      placesLeft: placesLeft(row),
      isBookable: canMoveTo(place, {
        ...row,
        kind: asked.kind,
        isScheduled: true,
        placesLeft: placesLeft(row),
        isAttendeeBooked: Boolean(row.isAttendeeBooked),
        isTrialUsed: Boolean(row.isTrialUsed),
      }),
    })),
  )
}

/** The confirmed bookings of the account; withdrawn sessions stay visible here (decision E-45). */
export async function readOwnTimetable(
  db: Db,
  asked: Asked & { accountId: number },
): Promise<TimetableDay<OwnSession>[]> {
  const days = timetableDays(asked.query.startDate, asked.query.endDate)
  const rows = await matchingSessions(db, asked)
    .innerJoin('bookings', 'bookings.session_id', 'sessions.id')
    .leftJoin('children', 'children.id', 'bookings.child_id')
    .select([
      'bookings.id as bookingId',
      'sessions.id',
      'sessions.offering_id as offeringId',
      'sessions.offering_type_id as typeId',
      'sessions.start_date as date',
      timeOfDay('start_time').as('startTime'),
      timeOfDay('end_time').as('endTime'),
      'sessions.name',
      'venues.name as venue',
      'offering_types.name as typeName',
      'age_groups.name as ages',
      'offerings.colour',
      'bookings.is_trial as isTrial',
      sql<string>`coalesce(children.first_name || ' ' || children.last_name, bookings.attendee_name)`.as(
        'attendee',
      ),
    ])
    .where('bookings.account_id', '=', asked.accountId)
    .where('bookings.status', '=', 'confirmed')
    .orderBy('bookings.id')
    .execute()
  return groupByDay(days, rows)
}

/** Sessions of the asked days that pass the filters (decisions C-04, C-05), by time and then venue. */
function matchingSessions(db: Db, { kind, query }: Asked) {
  return db
    .selectFrom('sessions')
    .innerJoin('offerings', 'offerings.id', 'sessions.offering_id')
    .innerJoin('offering_types', 'offering_types.id', 'sessions.offering_type_id')
    .innerJoin('venues', 'venues.id', 'offerings.venue_id')
    .innerJoin('age_groups', 'age_groups.id', 'offerings.age_group_id')
    .where('sessions.kind', '=', kind)
    .where('sessions.start_date', '>=', query.startDate)
    .where('sessions.start_date', '<=', query.endDate)
    .$if(query.date !== undefined, rows => rows.where('sessions.start_date', '=', query.date as string))
    .$if(query.startTime !== undefined, rows =>
      rows.where('sessions.start_time', '>=', query.startTime as string),
    )
    .$if(query.endTime !== undefined, rows => rows.where('sessions.start_time', '<', query.endTime as string))
    .$if(query.typeId !== undefined, rows =>
      rows.where('sessions.offering_type_id', '=', query.typeId as number),
    )
    .$if(query.venueId !== undefined, rows => rows.where('offerings.venue_id', '=', query.venueId as number))
    .$if(query.ageGroupId !== undefined, rows =>
      rows.where('offerings.age_group_id', '=', query.ageGroupId as number),
    )
    .orderBy('sessions.start_date')
    .orderBy('sessions.start_time')
    .orderBy('venues.name')
    .orderBy('sessions.id')
}

/** Every column a timetable shows of its sessions; the hidden and the withdrawn are left out. */
function visibleSessions(db: Db, asked: Asked) {
  return matchingSessions(db, asked)
    .where('sessions.status', '=', 'scheduled')
    .where('offerings.is_active', '=', true)
    .where('offering_types.is_active', '=', true)
    .select([
      'sessions.id',
      'sessions.offering_id as offeringId',
      'sessions.start_date as startDate',
      'sessions.end_date as endDate',
      timeOfDay('start_time').as('startTime'),
      timeOfDay('end_time').as('endTime'),
      'sessions.name',
      'sessions.offering_type_id as typeId',
      'offering_types.name as typeName',
      'offerings.venue_id as venueId',
      'venues.name as venue',
      'offerings.age_group_id as ageGroupId',
      'age_groups.name as ages',
      'offerings.colour',
      'sessions.capacity',
      'sessions.places_taken',
      'sessions.places_offered',
      'offerings.classroom',
      'offerings.term_dates as termDates',
      'sessions.offers_trial as offersTrial',
      'offerings.is_pack_only as isPackOnly',
      'sessions.credits',
      'sessions.price_pence as pricePence',
      'sessions.trial_price_pence as trialPricePence',
      hasStarted(asked.now).as('hasStarted'),
    ])
}
type VisibleSession = Awaited<ReturnType<ReturnType<typeof visibleSessions>['execute']>>[number]

/** A session that lasts several days is shown on its first one (decision E-43). */
function asSession(row: VisibleSession): Omit<Session, 'placesLeft' | 'isBookable'> {
  return { ...row, date: row.startDate, dayId: dayIdOf(row.startDate), weekday: weekdayOf(row.startDate) }
}

const placesLeft = (row: VisibleSession) => Math.max(0, row.capacity - row.places_taken - row.places_offered)

const timeOfDay = (column: 'start_time' | 'end_time') =>
  sql<string>`left(${sql.ref(`sessions.${column}`)}::text, 5)`

const hasStarted = (now: Date) => sql<boolean>`sessions.starts_at <= ${now}`

/** How many places of a session are kept for the account; found once for the whole query, not once a row. */
const offeredTo = (accountId: number | undefined, now: Date) =>
  accountId === undefined
    ? sql<number>`0`
    : sql<number>`cardinality(array_positions(array(
        select offered_session_id from waiting_entries
        where account_id = ${accountId} and status = 'offered' and offer_expires_at > ${now}
      ), sessions.id))`

interface OwnPlace extends BookedPlace {
  bookingId: number
  childId: number | null
  attendeeName: string
  attendeeEmail: string
}

function readBookedPlace(
  db: Db,
  asked: Asked & { accountId: number; sessionId: number; bookingId: number | undefined },
): Promise<OwnPlace | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .select([
      'bookings.id as bookingId',
      'bookings.child_id as childId',
      'bookings.attendee_name as attendeeName',
      'bookings.attendee_email as attendeeEmail',
      'bookings.is_trial as isTrial',
      sql<boolean>`true`.as('isConfirmed'),
      'sessions.id as sessionId',
      'sessions.kind',
      'sessions.price_pence as pricePence',
      'sessions.credits',
      'sessions.trial_price_pence as trialPricePence',
      hasStarted(asked.now).as('hasStarted'),
    ])
    .where('bookings.account_id', '=', asked.accountId)
    .where('bookings.session_id', '=', asked.sessionId)
    .where('bookings.status', '=', 'confirmed')
    .where('sessions.kind', '=', asked.kind)
    .$if(asked.bookingId !== undefined, rows => rows.where('bookings.id', '=', asked.bookingId as number))
    .orderBy('bookings.id')
    .executeTakeFirst()
}

/** Bookings of the same child or, where there is none, of the same contact: as the unique indexes tell them apart. */
function ofAttendee({ childId, attendeeName, attendeeEmail }: OwnPlace) {
  return childId === null
    ? sql<boolean>`bookings.child_id is null and bookings.attendee_email = ${attendeeEmail}
        and lower(bookings.attendee_name) = lower(${attendeeName})`
    : sql<boolean>`bookings.child_id = ${childId}`
}
