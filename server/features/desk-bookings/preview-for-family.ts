import type { BookableDate, deskBookings } from '#contract/office/desk-bookings.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { type AgeRange, isMeantFor, monthsOld } from '#domain/ages.ts'
import {
  type BookingFacts,
  lineProblem,
  linesOf,
  whyEachNotTaken,
  whyNotTaken,
} from '#domain/booking-rules.ts'
import { countAttendees } from '#domain/offering-kinds.ts'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { endOfHold, latestKept, usuallyKept } from '#domain/payment-times.ts'
import { Refusal } from '#domain/refusal.ts'
import { placesLeftOnly, sentences } from '#domain/sentences.ts'
import { findClashes } from '#server/features/orders/find-clashes.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import {
  type AskedPlaces,
  type ClassForFamily,
  planForFamily,
  readClassForFamily,
  readFactsForFamily,
} from './plan-for-family.ts'

type Asked = CallInput<typeof deskBookings.preview>
type Preview = CallOutput<typeof deskBookings.preview>

const noPrice = { listPence: 0, creditPence: 0, discountPence: 0, totalPence: 0, creditsUsed: 0 }

/**
 * Returns the dates of a class for a family, and the price of the chosen ones. A full date is priced as if
 * its capacity were raised.
 */
export async function previewForFamily(
  asked: Asked,
  { db, clock, config }: Pick<OfficeRequest, 'db' | 'clock' | 'config'>,
): Promise<Preview> {
  const now = clock()
  const found = await readClassForFamily(db, asked, now)
  const facts = await readFactsForFamily(
    db,
    asked,
    found,
    found.dates.map(({ id }) => id),
    now,
  )
  if (asked.childIds.some(id => !facts.ownChildren.some(child => child.id === id)))
    throw new Refusal(deskSentences.childrenOfTheirs)
  const lines = linesOf(asked.sessionIds, found.attendees)
  const refused = whyEachNotTaken(lines, facts)
  const dates = found.dates.flatMap(date =>
    bookableDate(date, found, facts, asked.walkInId === undefined ? now : undefined),
  )
  return {
    kind: found.kind,
    title: found.title,
    venue: found.venue,
    question: found.question,
    dates,
    childIdsOfAge: childIdsOfAge(found),
    creditBalance: facts.creditBalance,
    ...priceOf({ ...asked, skipsClassRules: true }, found, facts, now),
    refused,
    advice: refused.length > 0 ? [] : whyEachNotTaken(lines, refusingOthers(facts, found.ages)),
    clashes: await findClashes(
      db,
      asked.childIds,
      found.dates.filter(({ id }) => asked.sessionIds.includes(id)),
    ),
    ...timesOfLink(asked, facts, { now, holdMinutes: config.holdMinutes }),
  }
}

function childIdsOfAge({ children, ages, dates }: ClassForFamily): number[] {
  const next = dates[0]
  if (!next) return []
  return children
    .filter(({ birthday }) => isMeantFor(ages, monthsOld(birthday, next.date)))
    .map(({ id }) => id)
}

/** Returns until when a payment link would keep the chosen places. */
function timesOfLink(
  { sessionIds }: Asked,
  { sessions }: BookingFacts,
  { now, holdMinutes }: { now: Date; holdMinutes: number },
): Pick<Preview, 'usuallyKept' | 'latestKept'> {
  const starts = sessions
    .filter(({ id }) => sessionIds.includes(id))
    .map(({ startsAt }) => startsAt)
    .toSorted((one, other) => one.getTime() - other.getTime())
  const firstSessionStartsAt = starts[0]
  const held = { holdExpiresAt: endOfHold(now, holdMinutes, starts), firstSessionStartsAt }
  return {
    usuallyKept: usuallyKept(held, now).toISOString(),
    latestKept: latestKept(now, firstSessionStartsAt).toISOString(),
  }
}

function bookableDate(
  { id, date, startTime, endTime, capacity }: ClassForFamily['dates'][number],
  { attendees }: ClassForFamily,
  facts: BookingFacts,
  now: Date | undefined,
): BookableDate[] {
  const session = facts.sessions.find(one => one.id === id)
  if (!session) return []
  const { placesLeft, pricePence, credits, offersTrial } = session
  // While nobody is chosen, one place is looked for.
  const places = Math.max(1, countAttendees(attendees))
  const line = { sessionId: id, attendees }
  const bookedChildIds = facts.taken.flatMap(({ sessionId, childId }) =>
    sessionId === id && childId !== null ? [childId] : [],
  )
  const otherwise = lineProblem(line, takingAll(roomFor(facts, places)), now) ?? ''
  const lack = places - placesLeft
  const isFull = placesLeft > 0 ? placesLeftOnly(placesLeft) : sentences.full
  return [
    {
      ...{
        sessionId: id,
        date,
        startTime,
        endTime,
        capacity,
        free: placesLeft,
        pricePence,
        credits,
        offersTrial,
      },
      problem: otherwise || (lack > 0 ? isFull : ''),
      isBooked: otherwise === sentences.alreadyBooked || otherwise === sentences.attendeeAlreadyBooked,
      bookedChildIds,
      refused: whyNotTaken([line], facts) ?? '',
      raiseTo: lack > 0 && !otherwise ? capacity + lack : null,
    },
  ]
}

/** Returns the facts as if every date had at least this many places left. */
const roomFor = <Facts extends Pick<BookingFacts, 'sessions'>>(facts: Facts, places: number): Facts => ({
  ...facts,
  sessions: facts.sessions.map(session => ({ ...session, placesLeft: Math.max(session.placesLeft, places) })),
})

/** Returns the facts as if the class refused every other age, and nobody else. */
const refusingOthers = <Facts extends Pick<BookingFacts, 'sessions'>>(
  facts: Facts,
  ages: AgeRange,
): Facts => ({
  ...facts,
  sessions: facts.sessions.map(session => ({ ...session, onlyAges: ages, isMembersOnly: false })),
})

/** Returns the facts as if no class refused anybody. */
const takingAll = <Facts extends Pick<BookingFacts, 'sessions'>>(facts: Facts): Facts => ({
  ...facts,
  sessions: facts.sessions.map(session => ({ ...session, onlyAges: null, isMembersOnly: false })),
})

function priceOf(
  asked: AskedPlaces,
  found: ClassForFamily,
  facts: BookingFacts,
  now: Date,
): Pick<Preview, 'price' | 'problem'> {
  if (asked.sessionIds.length === 0 || countAttendees(found.attendees) === 0)
    return { price: noPrice, problem: '' }
  try {
    const { plan } = planForFamily(asked, found, roomFor(facts, countAttendees(found.attendees)), now)
    const { listPence, creditValuePence: creditPence, discountPence, totalPence, creditsUsed } = plan
    return { price: { listPence, creditPence, discountPence, totalPence, creditsUsed }, problem: '' }
  } catch (error) {
    if (error instanceof Refusal) return { price: noPrice, problem: error.message }
    throw error
  }
}
