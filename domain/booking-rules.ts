import { type Attendees, countAttendees, type OfferingKind } from './offering-kinds.ts'
import { creditsToUse, type Discount, type OrderPrice, priceOrder } from './prices.ts'
import { requireThat } from './refusal.ts'
import { sentences } from './sentences.ts'

/** What an order depends on, as the database knows it. */
export interface BookingFacts {
  sessions: SessionFacts[]
  /** The credits of the account; 0 for a guest. */
  creditBalance: number
  /** Those of the asked children that are the account's own. */
  ownChildIds: number[]
  /** Live bookings of these attendees in these sessions. */
  taken: { sessionId: number; childId: number | null }[]
  /** Children, or null for the contact, that already had a trial of a type in question. */
  trialsUsed: { typeId: number; childId: number | null }[]
  /** The discount code that was asked for, when it may be used. */
  discount: (Discount & { id: number; minimumPence: number }) | undefined
}

export interface SessionFacts {
  id: number
  offeringId: number
  typeId: number
  isScheduled: boolean
  startsAt: Date
  /** What is left for these attendees: places kept for them through the waiting list count as free. */
  placesLeft: number
  /** Of these, how many are kept for them. */
  placesKept: number
  pricePence: number
  credits: number
  isPackOnly: boolean
  offersTrial: boolean
  trialPricePence: number
}

export interface BookingWish {
  kind: OfferingKind
  /** All sessions must be of this offering, when it is given. */
  offeringId?: number
  sessionIds: number[]
  attendees: Attendees
  isTrial: boolean
  creditsWanted?: number
  discountCode: string
}

/** One place of a planned order: which session, for which child or the contact, at what price. */
export interface PlannedPlace {
  sessionId: number
  typeId: number
  childId: number | null
  /** The credits one place of this session costs, as they stood when it was decided. */
  credits: number
  listPence: number
  creditsUsed: number
  payablePence: number
}

export interface BookingPlan extends OrderPrice {
  bookings: PlannedPlace[]
}

/** The attendees as places are counted: one entry a child, or one null for the contact. */
export const attendeeIds = (attendees: Attendees): (number | null)[] =>
  attendees.who === 'children' ? attendees.childIds : [null]

/**
 * Decides whether an order may be placed and what it costs; throws the Refusal with the customer's sentence
 * otherwise. Sources: spec 1 §5, spec 2 §5, decisions, E-09 to E-13, E-22 to E-24.
 */
export function planBooking(wish: BookingWish, facts: BookingFacts, now: Date): BookingPlan {
  requireChoice(wish)
  const sessions = inStartOrder(wish, facts)
  requireOwnAttendees(wish, facts)
  for (const session of sessions) requireBookable(wish, facts, session, now)
  if (wish.isTrial) requireTrialAllowed(wish, facts, sessions)
  for (const session of sessions) {
    requireThat(session.placesLeft >= countAttendees(wish.attendees), sentences.full)
  }
  return price(wish, facts, sessions)
}

/** At least one session, then at least one attendee: in that order (BOOK-24). */
function requireChoice({ kind, sessionIds, attendees, isTrial }: BookingWish): void {
  requireThat(sessionIds.length > 0, isTrial ? sentences.selectCourseForTrial : sentences.selectCourse)
  if (attendees.who === 'contact') {
    requireThat(attendees.fullName && (attendees.email || attendees.phone), sentences.contactRequired)
  } else {
    requireThat(attendees.childIds.length > 0, childSentence(kind, isTrial))
  }
  if (isTrial) {
    requireThat(sessionIds.length === 1 && countAttendees(attendees) === 1, sentences.oneTrialOnly)
  }
}

/** Events ask with capitals when booking normally (decision A-16). */
export function childSentence(kind: OfferingKind, isTrial: boolean): string {
  return kind === 'event' && !isTrial ? sentences.selectChild : sentences.selectYourChild
}

function inStartOrder({ sessionIds, offeringId }: BookingWish, facts: BookingFacts): SessionFacts[] {
  const found = facts.sessions
    .filter(session => sessionIds.includes(session.id))
    .filter(session => offeringId === undefined || session.offeringId === offeringId)
  requireThat(found.length === sessionIds.length, sentences.sessionNotFound)
  return found.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id)
}

function requireOwnAttendees({ attendees }: BookingWish, facts: BookingFacts): void {
  if (attendees.who !== 'children') return
  requireThat(
    attendees.childIds.every(childId => facts.ownChildIds.includes(childId)),
    sentences.childNotFound,
  )
}

function requireBookable(wish: BookingWish, facts: BookingFacts, session: SessionFacts, now: Date): void {
  requireThat(session.isScheduled, sentences.sessionNotFound)
  requireThat(session.startsAt > now, sentences.past)
  requireThat(
    !facts.taken.some(booking => booking.sessionId === session.id),
    wish.attendees.who === 'children' ? sentences.alreadyBooked : sentences.attendeeAlreadyBooked,
  )
}

function requireTrialAllowed(wish: BookingWish, facts: BookingFacts, sessions: SessionFacts[]): void {
  for (const session of sessions) {
    requireThat(session.offersTrial, sentences.noTrial)
    requireThat(
      !facts.trialsUsed.some(trial => trial.typeId === session.typeId),
      wish.attendees.who === 'children' ? sentences.trialUsed : sentences.guestTrialUsed,
    )
  }
}

function price(wish: BookingWish, facts: BookingFacts, sessions: SessionFacts[]): BookingPlan {
  const who = attendeeIds(wish.attendees)
  const places = sessions.flatMap(session => who.map(childId => ({ session, childId })))
  const credits = wish.isTrial ? 0 : creditsFor(wish, facts, places)
  const priced = priceOrder(
    places.map(({ session }) => ({
      pricePence: wish.isTrial ? session.trialPricePence : session.pricePence,
      credits: session.credits,
    })),
    credits,
    wish.isTrial ? undefined : discountFor(wish, facts),
  )
  const restPence = priced.listPence - priced.creditValuePence
  requireThat(
    !facts.discount || wish.isTrial || restPence >= facts.discount.minimumPence,
    sentences.discountInvalid,
  )
  const bookings = places.map(({ session, childId }, index) => ({
    sessionId: session.id,
    typeId: session.typeId,
    childId,
    credits: session.credits,
    ...(priced.places[index] ?? { listPence: 0, creditsUsed: 0, payablePence: 0 }),
  }))
  for (const [index, { session }] of places.entries()) {
    // A pack-only class without a price is paid by credits alone, and in full (decision A-19).
    const isCovered =
      wish.isTrial || session.pricePence > 0 || bookings[index]?.creditsUsed === session.credits
    requireThat(!session.isPackOnly || isCovered, sentences.packOnlyNotCovered)
  }
  return { ...priced, bookings }
}

function creditsFor(wish: BookingWish, facts: BookingFacts, places: { session: SessionFacts }[]): number {
  const needed = places.reduce((total, { session }) => total + session.credits, 0)
  const isPackOnly = places.some(({ session }) => session.isPackOnly)
  requireThat(!isPackOnly || facts.creditBalance > 0, sentences.packOnly)
  const wanted = isPackOnly && wish.creditsWanted === 0 ? 1 : wish.creditsWanted
  return creditsToUse(needed, facts.creditBalance, wanted)
}

function discountFor(wish: BookingWish, facts: BookingFacts): Discount | undefined {
  requireThat(!wish.discountCode || facts.discount, sentences.discountInvalid)
  return facts.discount
}

/**
 * What the choice would cost now, for the booking dialog: the same prices as the order's, but nothing is refused
 * save a discount code that cannot be used; sessions that cannot be booked count for nothing.
 */
export function quoteBooking(
  wish: Pick<BookingWish, 'sessionIds' | 'creditsWanted' | 'discountCode'>,
  attendeeCount: number,
  facts: Pick<BookingFacts, 'sessions' | 'creditBalance' | 'discount'>,
  now: Date,
): OrderPrice {
  const places = facts.sessions
    .filter(session => wish.sessionIds.includes(session.id))
    .filter(session => session.isScheduled && session.startsAt > now && session.placesLeft > 0)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id)
    .flatMap(session => Array.from({ length: attendeeCount }, () => session))
  const needed = places.reduce((total, session) => total + session.credits, 0)
  const credits = creditsToUse(needed, facts.creditBalance, wish.creditsWanted)
  requireThat(!wish.discountCode || facts.discount, sentences.discountInvalid)
  return priceOrder(places, credits, facts.discount)
}
