import { contactKey, nameKey } from './compare-text.ts'
import { isEmailAddress, isPhoneNumber } from './email-address.ts'
import { type Attendees, countAttendees, type OfferingKind, offeringKinds } from './offering-kinds.ts'
import { creditsOfPlace, creditsToUse, type Discount, type OrderPrice, priceOrder } from './prices.ts'
import { requireThat } from './refusal.ts'
import { placesLeftOnly, sentences } from './sentences.ts'
import { type Payable, requireNotHigher } from './shown-price.ts'

/** What an order depends on, as the database knows it. */
export interface BookingFacts {
  sessions: SessionFacts[]
  /** The credits of the account; 0 for a guest. */
  creditBalance: number
  /** Those of the asked children that are the account's own. */
  ownChildIds: number[]
  /** Live bookings of these sessions for these children, or of these contacts. */
  taken: (Person & { sessionId: number })[]
  /** The trials that were had already: by a child, by the contact, or under another one of the account. */
  trialsUsed: { typeId: number; by: keyof typeof trialUsedBy }[]
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

/** One session and who comes to it. */
export interface WishLine {
  sessionId: number
  attendees: Attendees
}

export interface BookingWish {
  kind: OfferingKind
  /** All sessions must be of this offering, when it is given. */
  offeringId?: number
  /** One a session when booked directly; a basket may have several, with different attendees (decision C-30). */
  lines: WishLine[]
  isTrial: boolean
  creditsWanted?: number
  discountCode: string
  /** The price that the customer saw, which the order may not exceed. */
  shown?: Payable | undefined
}

/** Whom one place is for: a child of the account, or else a person who leaves a contact. */
interface Person {
  childId: number | null
  fullName: string
  email: string
  phone: string
}

/** One place of a planned order: which session, for whom, at what price. */
export interface PlannedPlace extends Person {
  sessionId: number
  typeId: number
  /** The credits one place of this session costs, as they stood when it was decided. */
  credits: number
  listPence: number
  creditsUsed: number
  payablePence: number
}

export interface BookingPlan extends OrderPrice {
  bookings: PlannedPlace[]
}

/** The same attendees for each of several sessions, as the booking dialog asks. */
export const linesOf = (sessionIds: number[], attendees: Attendees): WishLine[] =>
  sessionIds.map(sessionId => ({ sessionId, attendees }))

const peopleOf = (attendees: Attendees): Person[] =>
  attendees.who === 'children'
    ? attendees.childIds.map(childId => ({ childId, fullName: '', email: '', phone: '' }))
    : [{ childId: null, fullName: attendees.fullName, email: attendees.email, phone: attendees.phone }]

/** As the database tells live bookings apart: a child, or a name of one contact. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.childId === other.childId &&
  contactKey(one) === contactKey(other) &&
  nameKey(one.fullName) === nameKey(other.fullName)

/**
 * Decides whether an order may be placed and what it costs; throws the Refusal with the customer's sentence
 * otherwise. Sources: spec 1 §5, spec 2 §5, decisions, E-09 to E-13, E-22 to E-24.
 */
export function planBooking(wish: BookingWish, facts: BookingFacts, now: Date): BookingPlan {
  requireChoice(wish)
  const lines = inStartOrder(wish, facts)
  requireOwnAttendees(wish, facts)
  for (const line of lines) {
    const problem = whyNotBookable(line, facts, now)
    requireThat(!problem, problem ?? '')
  }
  requireEachOnce(lines)
  if (wish.isTrial) requireTrialAllowed(lines, facts)
  for (const { session } of lines) {
    const asked = lines
      .filter(line => line.session === session)
      .reduce((places, line) => places + countAttendees(line.attendees), 0)
    const lack = lackOfPlaces(session, asked)
    requireThat(!lack, lack ?? '')
  }
  const plan = price(wish, facts, lines)
  requireNotHigher(plan, wish.shown)
  return plan
}

/**
 * Why a line by itself can no longer be booked, as the customer reads it; undefined while it can. For a basket,
 * whose lines grow old: one that cannot be booked says so and does not block the others.
 */
export function lineProblem(
  { sessionId, attendees }: WishLine,
  facts: Pick<BookingFacts, 'sessions' | 'taken'>,
  now: Date,
): string | undefined {
  const session = facts.sessions.find(({ id }) => id === sessionId)
  if (!session) return sentences.sessionNotFound
  const problem = whyNotBookable({ session, attendees }, facts, now)
  return problem ?? lackOfPlaces(session, countAttendees(attendees))
}

/** Why a session has no place for so many: it is full, or has fewer places left. */
function lackOfPlaces({ placesLeft }: SessionFacts, asked: number): string | undefined {
  if (placesLeft >= asked) return undefined
  return placesLeft > 0 ? placesLeftOnly(placesLeft) : sentences.full
}

/** A line with the session it is for. */
interface SessionLine {
  session: SessionFacts
  attendees: Attendees
}

/** At least one session, then at least one attendee: in that order (BOOK-24). */
function requireChoice({ kind, lines, isTrial }: BookingWish): void {
  requireThat(lines.length > 0, isTrial ? sentences.selectCourseForTrial : sentences.selectCourse)
  for (const { attendees } of lines) requireAttendees(kind, attendees, isTrial)
  if (isTrial) {
    const places = lines.reduce((sum, line) => sum + countAttendees(line.attendees), 0)
    requireThat(lines.length === 1 && places === 1, sentences.oneTrialOnly)
  }
}

/** One of the two leads to somebody (decision B-14). */
export const canBeReached = ({ email, phone }: { email: string; phone: string }): boolean =>
  isEmailAddress(email) || isPhoneNumber(phone)

/** The card provider refuses to open a page for an address that is none, also where a telephone number is enough for us. */
export const isEmptyOrEmail = (email: string): boolean => email === '' || isEmailAddress(email)

/** Somebody comes: at least one child, or a person that can be reached (decision B-14). */
export function requireAttendees(kind: OfferingKind, attendees: Attendees, isTrial: boolean): void {
  if (attendees.who === 'contact') {
    requireThat(attendees.fullName && canBeReached(attendees), sentences.contactRequired)
    requireThat(isEmptyOrEmail(attendees.email), sentences.emailRequired)
  } else {
    requireThat(attendees.childIds.length > 0, childSentence(kind, isTrial))
  }
}

/** What asks for a child: when booking normally, as the kind spells it (decision A-16). */
export function childSentence(kind: OfferingKind, isTrial: boolean): string {
  return sentences[isTrial ? 'selectYourChild' : offeringKinds[kind].childSentence]
}

function inStartOrder({ lines, offeringId }: BookingWish, facts: BookingFacts): SessionLine[] {
  return lines
    .map(({ sessionId, attendees }) => {
      const session = facts.sessions.find(({ id }) => id === sessionId)
      requireThat(
        session && (offeringId === undefined || session.offeringId === offeringId),
        sentences.sessionNotFound,
      )
      return { session, attendees }
    })
    .sort(byStart)
}

const byStart = ({ session: one }: SessionLine, { session: other }: SessionLine): number =>
  one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id

function requireOwnAttendees({ lines }: BookingWish, facts: BookingFacts): void {
  const childIds = lines.flatMap(({ attendees }) => (attendees.who === 'children' ? attendees.childIds : []))
  requireThat(
    childIds.every(childId => facts.ownChildIds.includes(childId)),
    sentences.childNotFound,
  )
}

function whyNotBookable(
  { session, attendees }: SessionLine,
  { taken }: Pick<BookingFacts, 'taken'>,
  now: Date,
): string | undefined {
  if (!session.isScheduled) return sentences.sessionNotFound
  if (session.startsAt <= now) return sentences.past
  const isTaken = peopleOf(attendees).some(person =>
    taken.some(booking => booking.sessionId === session.id && isSamePerson(booking, person)),
  )
  return isTaken ? bookedAlready(attendees) : undefined
}

const bookedAlready = (attendees: Attendees) =>
  attendees.who === 'children' ? sentences.alreadyBooked : sentences.attendeeAlreadyBooked

/** Nobody takes two places in one session, not even by two lines of a basket. */
function requireEachOnce(lines: SessionLine[]): void {
  const seats = lines.flatMap(({ session, attendees }) =>
    peopleOf(attendees).map(person => ({ session, attendees, person })),
  )
  for (const [index, seat] of seats.entries()) {
    const isFirst = !seats
      .slice(0, index)
      .some(other => other.session === seat.session && isSamePerson(other.person, seat.person))
    requireThat(isFirst, bookedAlready(seat.attendees))
  }
}

function requireTrialAllowed(lines: SessionLine[], facts: BookingFacts): void {
  for (const { session } of lines) {
    requireThat(session.offersTrial, sentences.noTrial)
    const used = facts.trialsUsed.find(trial => trial.typeId === session.typeId)
    requireThat(!used, trialUsedBy[used?.by ?? 'child'])
  }
}

const trialUsedBy = {
  child: sentences.trialUsed,
  address: sentences.guestTrialUsed,
  phone: sentences.guestPhoneTrialUsed,
  account: sentences.accountTrialUsed,
}

function price(wish: BookingWish, facts: BookingFacts, lines: SessionLine[]): BookingPlan {
  const places = lines.flatMap(({ session, attendees }) =>
    peopleOf(attendees).map(person => ({ session, person })),
  )
  const isPackOnly = places.some(({ session }) => session.isPackOnly)
  requireThat(wish.isTrial || !isPackOnly || facts.creditBalance > 0, sentences.packOnly)
  const priced = pricePlaces(
    places.map(({ session }) => session),
    wish,
    facts,
  )
  const bookings = places.map(({ session, person }, index) => ({
    ...person,
    sessionId: session.id,
    typeId: session.typeId,
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

/** What places cost together, in a preview as in an order: the session of each place, in start order. */
function pricePlaces(
  sessions: SessionFacts[],
  wish: Pick<BookingWish, 'isTrial' | 'creditsWanted' | 'discountCode'>,
  facts: Pick<BookingFacts, 'creditBalance' | 'discount'>,
): OrderPrice {
  if (wish.isTrial) {
    const trials = sessions.map(({ trialPricePence }) => ({ pricePence: trialPricePence, credits: 0 }))
    return priceOrder(trials, 0)
  }
  const places = sessions.map(session => ({
    pricePence: session.pricePence,
    credits: creditsOfPlace(session),
  }))
  const needed = places.reduce((total, { credits }) => total + credits, 0)
  const isPackOnly = sessions.some(session => session.isPackOnly)
  // At least one credit pays for what is pack-only (decision E-10).
  const wanted = isPackOnly && wish.creditsWanted === 0 ? 1 : wish.creditsWanted
  const credits = creditsToUse(needed, facts.creditBalance, wanted)
  const priced = priceOrder(places, credits, discountFor(wish, facts))
  if (places.length > 0) requireMinimum(priced, facts)
  return priced
}

function discountFor(
  { discountCode }: Pick<BookingWish, 'discountCode'>,
  { discount }: Pick<BookingFacts, 'discount'>,
): Discount | undefined {
  requireThat(!discountCode || discount, sentences.discountInvalid)
  return discount
}

/** A discount code may ask for so much to be left to pay after credits (decision E-28). */
function requireMinimum(
  { listPence, creditValuePence }: OrderPrice,
  { discount }: Pick<BookingFacts, 'discount'>,
): void {
  const isReached = !discount || listPence - creditValuePence >= discount.minimumPence
  requireThat(isReached, sentences.discountInvalid)
}

/** Whether there is anything to be had of a session now, for those whom its facts are about. */
export const canBeBooked = (session: SessionFacts, now: Date): boolean =>
  session.isScheduled && session.startsAt > now && session.placesLeft > 0

/**
 * What the choice would cost now, for the booking dialog and the basket: the same prices as the order's, but
 * nothing is refused save a discount code that cannot be used; sessions that cannot be booked count for nothing.
 * As long as nobody is chosen it is the price for one (record 033).
 */
export function quoteBooking(
  wish: Pick<BookingWish, 'lines' | 'creditsWanted' | 'discountCode'>,
  facts: Pick<BookingFacts, 'sessions' | 'creditBalance' | 'discount'>,
  now: Date,
): OrderPrice {
  const sessions = wish.lines
    .flatMap(({ sessionId, attendees }) =>
      facts.sessions.filter(({ id }) => id === sessionId).map(session => ({ session, attendees })),
    )
    .filter(({ session }) => canBeBooked(session, now))
    .sort(byStart)
    .flatMap(({ session, attendees }) =>
      Array.from({ length: countAttendees(attendees) || 1 }, () => session),
    )
  return pricePlaces(sessions, { ...wish, isTrial: false }, facts)
}
