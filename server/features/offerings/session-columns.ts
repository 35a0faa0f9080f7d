import { sql } from 'kysely'
import type { session } from '#contract/offerings.ts'
import type { Value } from '#contract/wire.ts'
import { weekdayOf } from '#domain/calendar.ts'
import { dayIdOf } from '#domain/timetable.ts'
import { placesLeft } from './places-left.ts'
import { classTitle } from './read-booked-place.ts'

type Session = Value<typeof session>

export interface SessionRow extends Omit<Session, 'date' | 'dayId' | 'weekday' | 'isBookable'> {
  hasStarted: boolean
}

/** The columns of a `SessionRow`, from `sessionsAndTheirs`. */
export const sessionColumns = (now: Date) => sql`
  s.id, s.offering_id as "offeringId", s.start_date as "startDate", s.end_date as "endDate",
    left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime", s.name,
    s.offering_type_id as "typeId", t.name as "typeName", ${classTitle} as title, o.venue_id as "venueId", v.name as venue,
    o.age_group_id as "ageGroupId", a.name as ages, o.colour, o.classroom, o.term_dates as "termDates",
    s.capacity, ${placesLeft} as "placesLeft",
    s.offers_trial as "offersTrial", o.is_pack_only as "isPackOnly", s.credits, s.price_pence as "pricePence",
    s.trial_price_pence as "trialPricePence", s.starts_at <= ${now} as "hasStarted"`

/** A session that lasts several days is shown on its first one (decision E-43). */
export function asSession(row: SessionRow, placesLeft: number, isBookable: boolean): Session {
  const date = row.startDate
  return { ...row, date, dayId: dayIdOf(date), weekday: weekdayOf(date), placesLeft, isBookable }
}
