import { sql } from 'kysely'
import type { AgeRange } from '#domain/ages.ts'
import {
  type Answer,
  type BookingFacts,
  type BookingPlan,
  type BookingRequest,
  linesOf,
  planBooking,
} from '#domain/booking-rules.ts'
import { contactKey } from '#domain/compare-text.ts'
import { maxDatesOfClass } from '#domain/limits.ts'
import { type Attendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { creditsDoNotCover, deskSentences } from '#domain/office/desk-sentences.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { creditsOfPlace } from '#domain/prices.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isToCome } from '#server/features/offerings/queue.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'
import { readBookingFacts } from '#server/features/orders/read-booking-facts.ts'
import { firstContact } from '#server/features/orders/write-plan.ts'
import { requireUnsettled } from '#server/features/walk-ins/settle-walk-in.ts'
import type { AccountId } from '#server/request/actor.ts'

/** The places that staff want to book for a family, and how they are paid. */
export interface AskedPlaces {
  accountId: number
  offeringId: number
  childIds: number[]
  sessionIds: number[]
  isTrial: boolean
  /** The answers to the class's question. */
  answers?: Answer[] | undefined
  pay: 'credits' | 'desk' | 'expected' | 'link' | 'nothing'
  skipsClassRules?: boolean | undefined
  walkInId?: string | undefined
}

/** A future date of a class. */
interface DateToCome {
  id: number
  date: string
  startTime: string
  /** The last day of a camp, else `date`. */
  endDate: string
  endTime: string
  capacity: number
}

/** A class with its future dates, and the family's attendees. */
export interface ClassForFamily {
  kind: OfferingKind
  title: string
  venue: string
  /** The question that the class asks for each person, or ''. */
  question: string
  attendees: Attendees
  /** The ages that the class is meant for. */
  ages: AgeRange
  /** All children of the family. */
  children: { id: number; birthday: string }[]
  dates: DateToCome[]
}

/**
 * Reads a class with its future dates, and the attendees of this family. Refuses an unknown class, and an
 * unknown or frozen family.
 */
export async function readClassForFamily(
  db: Db,
  { accountId, offeringId, childIds, walkInId }: AskedPlaces,
  now: Date,
): Promise<ClassForFamily> {
  const walkIn = walkInId === undefined ? undefined : await requireUnsettled(db, walkInId)
  const isMeant = walkIn ? sql<boolean>`s.id = ${walkIn.sessionId} and s.status = 'scheduled'` : isToCome(now)
  const { rows } = await sql<Omit<ClassForFamily, 'attendees' | 'children'>>`
    select o.kind, ${staffClassTitle('t')} as title, v.name as venue, o.question,
      json_build_object('fromMonths', a.from_months, 'toMonths', a.to_months) as ages,
      (select coalesce(json_agg(json_build_object('id', s.id, 'date', s.start_date, 'endDate', s.end_date, 'capacity', s.capacity,
          'startTime', left(s.start_time::text, 5), 'endTime', left(s.end_time::text, 5)) order by s.starts_at, s.id), '[]')
        from (select * from sessions s where s.offering_id = o.id and ${isMeant}
          order by s.starts_at, s.id limit ${maxDatesOfClass}) s) as dates
    from offerings o join offering_types t on t.id = o.offering_type_id join venues v on v.id = o.venue_id
      join age_groups a on a.id = o.age_group_id
    where o.id = ${offeringId} and o.is_active`.execute(db)
  const [found] = rows
  requireThat(found, deskSentences.classNotFound)
  const family = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email', 'mobile', 'frozen_at'])
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  requireThat(family, peopleSentences.familyNotFound)
  requireThat(!family.frozen_at, peopleSentences.familyFrozen)
  const { first_name, last_name, email, mobile: phone } = family
  const attendees: Attendees =
    offeringKinds[found.kind].attendees === 'children'
      ? { who: 'children', childIds }
      : { who: 'contact', fullName: `${first_name} ${last_name}`.trim() || email, email, phone }
  const children = await db
    .selectFrom('children')
    .select(['id', 'date_of_birth as birthday'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return { ...found, attendees, children }
}

type Facts = Awaited<ReturnType<typeof readBookingFacts>>

/** Reads everything that booking these dates for this family depends on. Takes no lock. */
export function readFactsForFamily(
  db: Db,
  { accountId, isTrial }: AskedPlaces,
  { kind, attendees }: ClassForFamily,
  sessionIds: number[],
  now: Date,
): Promise<Facts> {
  const lines = linesOf(sessionIds, attendees)
  const guestContact = contactKey(firstContact({ kind, lines, isTrial, discountCode: '' }))
  return readBookingFacts(db, {
    kind,
    accountId: accountId as AccountId,
    guestContact,
    discountCode: '',
    lines,
    isTrial,
    now,
  })
}

/**
 * Plans and prices the places by the family's own rules (`planBooking`). With `credits`, refuses unless they
 * cover everything. With `desk` or `link`, only places that cannot be paid with money use credits. With
 * `nothing`, sets everything to pay to 0.
 */
export function planForFamily(
  { sessionIds, isTrial, answers, pay, offeringId, skipsClassRules = false, walkInId }: AskedPlaces,
  { kind, attendees }: ClassForFamily,
  facts: BookingFacts,
  now: Date,
): { request: BookingRequest; plan: BookingPlan } {
  const request: BookingRequest = {
    ...{ kind, offeringId, isTrial, discountCode: '', skipsClassRules },
    takesBegun: walkInId !== undefined,
    lines: linesOf(sessionIds, attendees, answers),
    ...(pay !== 'credits' && { creditsWanted: 0 }),
  }
  const plan = planBooking(request, facts, now)
  if (pay === 'nothing') return { request, plan: withoutPayment(plan) }
  if (pay === 'credits' && plan.totalPence > 0)
    throw new Refusal(creditsDoNotCover(facts.creditBalance, creditsNeeded(plan, facts)))
  return { request, plan }
}

const creditsNeeded = ({ bookings }: BookingPlan, { sessions }: BookingFacts): number =>
  bookings.reduce((sum, { sessionId }) => {
    const session = sessions.find(({ id }) => id === sessionId)
    return sum + (session ? creditsOfPlace(session) : 0)
  }, 0)

/** Returns the plan with nothing to pay. Its credits are still used. */
const withoutPayment = (plan: BookingPlan): BookingPlan => ({
  ...plan,
  discountPence: plan.listPence - plan.creditValuePence,
  totalPence: 0,
  bookings: plan.bookings.map(place => ({ ...place, payablePence: 0 })),
})
