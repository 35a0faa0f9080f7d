import { type ClassRules, classRuleProblem } from './class-rules.ts'
import { isSameContact, nameKey } from './compare-text.ts'
import type { LaterMethod } from './desk-payment.ts'
import { isEmailAddress, isPhoneNumber } from './email-address.ts'
import { type Attendees, countAttendees, type OfferingKind, offeringKinds } from './offering-kinds.ts'
import { creditsOfPlace, creditsToUse, type Discount, type OrderPrice, priceOrder } from './prices.ts'
import { requireThat } from './refusal.ts'
import { placesLeftOnly, sentences } from './sentences.ts'
import { type Payable, requireNotHigher } from './shown-price.ts'

/** Everything an order depends on, as the database knows it. */
export interface BookingFacts {
  sessions: SessionFacts[]
  /** The credits of the account; 0 for a guest. */
  creditBalance: number
  /** The requested children that belong to the account. */
  ownChildren: OwnChild[]
  /** Whether the account has been with the business before (decision E-26); unknown for a guest. */
  isMember: boolean
  /** The live bookings of these sessions for these children or contacts. */
  taken: (Person & { sessionId: number })[]
  /** The trials already taken, and whether by a child, by the contact, or under another contact of the account. */
  trialsUsed: { typeId: number; by: keyof typeof trialUsedBy }[]
  /** The requested discount code, if it may be used. */
  discount: (Discount & { id: number; minimumPence: number }) | undefined
}

export interface OwnChild {
  id: number
  firstName: string
  dateOfBirth: string
}

export interface SessionFacts extends ClassRules {
  id: number
  offeringId: number
  typeId: number
  isScheduled: boolean
  startsAt: Date
  /** The first day of the session. */
  day: string
  /** The places left for these attendees. Places reserved for them through the waiting list count as free. */
  placesLeft: number
  /** How many of `placesLeft` are reserved for these attendees. */
  placesKept: number
  /**
   * The buyer's children with an open waiting-list offer of this session; null is the contact. An offered
   * place can be booked whatever the class's rules.
   */
  offeredTo: (number | null)[]
  pricePence: number
  credits: number
  isPackOnly: boolean
  offersTrial: boolean
  trialPricePence: number
}

/** One person's answer to the class's question. Without a child it is the contact's answer. */
export interface Answer {
  childId?: number | undefined
  text: string
}

/** One session and its attendees. */
export interface RequestLine {
  sessionId: number
  attendees: Attendees
  /** The answers to the class's question. A person without one has not answered. */
  answers?: Answer[] | undefined
}

export interface BookingRequest {
  kind: OfferingKind
  /** If given, all sessions must belong to this offering. */
  offeringId?: number
  /**
   * One line per session when booked directly. A basket may have several, with different attendees (decision
   * C-30).
   */
  lines: RequestLine[]
  isTrial: boolean
  creditsWanted?: number
  discountCode: string
  /** Whether staff book, with a reason, somebody whom the class does not take (decision E-26). */
  skipsClassRules?: boolean
  /** Whether staff book somebody who came to a date that has begun. */
  takesBegun?: boolean
  /** The price shown to the customer, which the order may not exceed. */
  shown?: Payable | undefined
  /** How the family pays later instead of by card (decision E-60). Without effect if nothing is to be paid. */
  payLater?: LaterMethod | undefined
}

/** The person whom one place is for: a child of the account, or somebody who leaves a contact. */
interface Person {
  childId: number | null
  fullName: string
  email: string
  phone: string
}

/** One place of a planned order: its session, its person and its price. */
export interface PlannedPlace extends Person {
  sessionId: number
  typeId: number
  /** The credits for one place of this session at the time of the decision. */
  credits: number
  listPence: number
  creditsUsed: number
  payablePence: number
  /** The answer to the class's question; '' if it was not answered. */
  answer: string
}

export interface BookingPlan extends OrderPrice {
  bookings: PlannedPlace[]
}

/** Returns a line for each session, all with the same attendees, as the booking dialog sends them. */
export const linesOf = (sessionIds: number[], attendees: Attendees, answers: Answer[] = []): RequestLine[] =>
  sessionIds.map(sessionId => ({ sessionId, attendees, answers }))

const peopleOf = (attendees: Attendees): Person[] =>
  attendees.who === 'children'
    ? attendees.childIds.map(childId => ({ childId, fullName: '', email: '', phone: '' }))
    : [{ childId: null, fullName: attendees.fullName, email: attendees.email, phone: attendees.phone }]

/**
 * Whether two people are the same: the same child, or the same name with the same address or number. The
 * database compares live bookings in the same way.
 */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.childId === other.childId &&
  (one.childId !== null || (isSameContact(one, other) && nameKey(one.fullName) === nameKey(other.fullName)))

/**
 * Decides whether an order may be placed and what it costs; otherwise throws a Refusal with the customer's message.
 * Sources: spec 1 §5, spec 2 §5, decisions, E-09 to E-13, E-22 to E-24, E-26.
 */
export function planBooking(request: BookingRequest, facts: BookingFacts, now: Date): BookingPlan {
  requireChoice(request)
  const lines = inStartOrder(request, facts)
  requireOwnAttendees(request, facts)
  for (const line of lines) {
    const problem = whyNotBookable(line, facts, request.takesBegun ? undefined : now)
    requireThat(!problem, problem ?? '')
  }
  requireEachOnce(lines)
  if (request.isTrial) requireTrialAllowed(lines, facts)
  for (const { session } of lines) {
    const asked = lines
      .filter(line => line.session === session)
      .reduce((places, line) => places + countAttendees(line.attendees), 0)
    const lack = lackOfPlaces(session, asked)
    requireThat(!lack, lack ?? '')
  }
  const plan = price(request, facts, lines)
  // The rules of a class come after everything that the documents check.
  const refused = request.skipsClassRules ? undefined : whyNotTaken(request.lines, facts)
  requireThat(!refused, refused ?? '')
  requireNotHigher(plan, request.shown)
  return plan
}

/**
 * Returns why a line can no longer be booked, or undefined if it can. A basket shows this beside an old line,
 * so that it does not block the others.
 */
export function lineProblem(
  { sessionId, attendees }: RequestLine,
  facts: Pick<BookingFacts, 'sessions' | 'taken' | 'ownChildren' | 'isMember'>,
  now: Date | undefined,
): string | undefined {
  const session = facts.sessions.find(({ id }) => id === sessionId)
  if (!session) return sentences.sessionNotFound
  const problem =
    whyNotBookable({ session, attendees }, facts, now) ??
    lackOfPlaces(session, countAttendees(attendees)) ??
    contactOfLineProblem(attendees)
  return problem ?? whyNotTaken([{ sessionId, attendees }], facts)
}

/**
 * Returns why a class refuses one of these people: a child of another age, or a family that is not a member.
 * The earliest session comes first. Undefined if it takes all of them, or has offered them a place (decision
 * E-26).
 */
export const whyNotTaken = (lines: RequestLine[], facts: FactsOfTaking): string | undefined =>
  whyEachNotTaken(lines, facts)[0]

/** Returns why a class refuses each of these people, in the order of their first session that does. */
export function whyEachNotTaken(
  lines: RequestLine[],
  { sessions, ownChildren, isMember }: FactsOfTaking,
): string[] {
  const found = lines
    .flatMap(({ sessionId, attendees }) =>
      sessions.filter(({ id }) => id === sessionId).map(session => ({ session, attendees })),
    )
    .sort(byStart)
    .flatMap(({ session, attendees }) =>
      peopleOf(attendees)
        .filter(({ childId }) => !session.offeredTo.includes(childId))
        .map(({ childId }) => {
          const child = ownChildren.find(({ id }) => id === childId) ?? null
          return { childId, problem: classRuleProblem(session, { child, isMember }) }
        }),
    )
    .flatMap(({ childId, problem }) => (problem === undefined ? [] : [{ childId, problem }]))
  const ofEach = found.filter(
    ({ childId }, index) => found.findIndex(other => other.childId === childId) === index,
  )
  return [...new Set(ofEach.map(({ problem }) => problem))]
}

type FactsOfTaking = Pick<BookingFacts, 'sessions' | 'ownChildren' | 'isMember'>

/** Returns the problem of a line that was saved before contacts were validated. The customer has to add it again. */
const contactOfLineProblem = (attendees: Attendees): string | undefined =>
  attendees.who === 'contact' && contactProblem(attendees) ? sentences.contactOfLineInvalid : undefined

/** Returns why a session cannot take this many attendees: it is full, or too few places are left. */
function lackOfPlaces({ placesLeft }: SessionFacts, asked: number): string | undefined {
  if (placesLeft >= asked) return undefined
  return placesLeft > 0 ? placesLeftOnly(placesLeft) : sentences.full
}

/** A line with the session it is for. */
interface SessionLine extends Pick<RequestLine, 'attendees' | 'answers'> {
  session: SessionFacts
}

/** Requires at least one session, then at least one attendee, in this order (BOOK-24). */
function requireChoice({ kind, lines, isTrial }: BookingRequest): void {
  requireThat(lines.length > 0, isTrial ? sentences.selectCourseForTrial : sentences.selectCourse)
  for (const { attendees } of lines) requireAttendees(kind, attendees, isTrial)
  if (isTrial) {
    const places = lines.reduce((sum, line) => sum + countAttendees(line.attendees), 0)
    requireThat(lines.length === 1 && places === 1, sentences.oneTrialOnly)
  }
}

/** Whether a contact has a valid email address or phone number (decision B-14). */
export const canBeReached = ({ email, phone }: { email: string; phone: string }): boolean =>
  isEmailAddress(email) || isPhoneNumber(phone)

/** Whether the address is empty or valid. The card provider refuses to open a page for an invalid one. */
export const isEmptyOrEmail = (email: string): boolean => email === '' || isEmailAddress(email)

function contactProblem(contact: Extract<Attendees, { who: 'contact' }>): string | undefined {
  if (!contact.fullName || !canBeReached(contact)) return sentences.contactRequired
  return isEmptyOrEmail(contact.email) ? undefined : sentences.emailRequired
}

/** Requires at least one child, or one person who can be contacted (decision B-14). */
export function requireAttendees(kind: OfferingKind, attendees: Attendees, isTrial: boolean): void {
  if (attendees.who === 'contact') {
    const problem = contactProblem(attendees)
    requireThat(!problem, problem ?? '')
  } else {
    requireThat(attendees.childIds.length > 0, childSentence(kind, isTrial))
  }
}

/** The message that asks for a child, which each kind words differently (decision A-16). */
export function childSentence(kind: OfferingKind, isTrial: boolean): string {
  return sentences[isTrial ? 'selectYourChild' : offeringKinds[kind].childSentence]
}

function inStartOrder({ lines, offeringId }: BookingRequest, facts: BookingFacts): SessionLine[] {
  return lines
    .map(({ sessionId, ...line }) => {
      const session = facts.sessions.find(({ id }) => id === sessionId)
      requireThat(
        session && (offeringId === undefined || session.offeringId === offeringId),
        sentences.sessionNotFound,
      )
      return { session, ...line }
    })
    .sort(byStart)
}

const byStart = ({ session: one }: SessionLine, { session: other }: SessionLine): number =>
  one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id

function requireOwnAttendees({ lines }: BookingRequest, facts: BookingFacts): void {
  const childIds = lines.flatMap(({ attendees }) => (attendees.who === 'children' ? attendees.childIds : []))
  requireThat(
    childIds.every(childId => facts.ownChildren.some(({ id }) => id === childId)),
    sentences.childNotFound,
  )
}

function whyNotBookable(
  { session, attendees }: SessionLine,
  { taken }: Pick<BookingFacts, 'taken'>,
  /** Undefined if a date that has begun may be booked too. */
  now: Date | undefined,
): string | undefined {
  if (!session.isScheduled) return sentences.sessionNotFound
  if (now && session.startsAt <= now) return sentences.past
  const isTaken = peopleOf(attendees).some(person =>
    taken.some(booking => booking.sessionId === session.id && isSamePerson(booking, person)),
  )
  return isTaken ? bookedAlready(attendees) : undefined
}

const bookedAlready = (attendees: Attendees) =>
  attendees.who === 'children' ? sentences.alreadyBooked : sentences.attendeeAlreadyBooked

/** Refuses two places for one person in one session, also across two lines of a basket. */
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

function price(request: BookingRequest, facts: BookingFacts, lines: SessionLine[]): BookingPlan {
  const places = lines.flatMap(({ session, attendees, answers = [] }) =>
    peopleOf(attendees).map(person => ({ session, person, answer: answerOf(person, answers) })),
  )
  const isPackOnly = places.some(({ session }) => session.isPackOnly)
  requireThat(request.isTrial || !isPackOnly || facts.creditBalance > 0, sentences.packOnly)
  const priced = pricePlaces(
    places.map(({ session }) => session),
    request,
    facts,
  )
  const bookings = places.map(({ session, person, answer }, index) => ({
    ...person,
    answer,
    sessionId: session.id,
    typeId: session.typeId,
    credits: session.credits,
    ...(priced.places[index] ?? { listPence: 0, creditsUsed: 0, payablePence: 0 }),
  }))
  for (const [index, { session }] of places.entries()) {
    // A pack-only class without a price is paid by credits alone, and in full (decision A-19).
    const isCovered =
      request.isTrial || session.pricePence > 0 || bookings[index]?.creditsUsed === session.credits
    requireThat(!session.isPackOnly || isCovered, sentences.packOnlyNotCovered)
  }
  return { ...priced, bookings }
}

const answerOf = ({ childId }: Person, answers: Answer[]): string =>
  answers.find(answer => (answer.childId ?? null) === childId)?.text ?? ''

/** Prices places together, for a preview and for an order alike. The sessions are in the order they start. */
function pricePlaces(
  sessions: SessionFacts[],
  request: Pick<BookingRequest, 'isTrial' | 'creditsWanted' | 'discountCode'>,
  facts: Pick<BookingFacts, 'creditBalance' | 'discount'>,
): OrderPrice {
  if (request.isTrial) {
    const trials = sessions.map(({ trialPricePence }) => ({ pricePence: trialPricePence, credits: 0 }))
    return priceOrder(trials, 0)
  }
  const places = sessions.map(session => ({
    pricePence: session.pricePence,
    credits: creditsOfPlace(session),
  }))
  const needed = places.reduce((total, { credits }) => total + credits, 0)
  const isPackOnly = sessions.some(session => session.isPackOnly)
  // A pack-only place needs at least one credit (decision E-10).
  const wanted = isPackOnly && request.creditsWanted === 0 ? 1 : request.creditsWanted
  const credits = creditsToUse(needed, facts.creditBalance, wanted)
  const priced = priceOrder(places, credits, discountFor(request, facts))
  if (places.length > 0) requireMinimum(priced, facts)
  return priced
}

function discountFor(
  { discountCode }: Pick<BookingRequest, 'discountCode'>,
  { discount }: Pick<BookingFacts, 'discount'>,
): Discount | undefined {
  requireThat(!discountCode || discount, sentences.discountInvalid)
  return discount
}

/** Requires that the amount after credits is at least the minimum of the discount code (decision E-28). */
function requireMinimum(
  { listPence, creditValuePence }: OrderPrice,
  { discount }: Pick<BookingFacts, 'discount'>,
): void {
  const isReached = !discount || listPence - creditValuePence >= discount.minimumPence
  requireThat(isReached, sentences.discountInvalid)
}

/** Whether a session is on sale: scheduled, not begun, and with a place left. */
export const canBeBooked = (session: SessionFacts, now: Date): boolean =>
  session.isScheduled && session.startsAt > now && session.placesLeft > 0

/**
 * Prices a choice for the booking dialog and the basket as an order would. Refuses only an invalid discount
 * code. Sessions that cannot be booked cost nothing. With nobody chosen yet, it is the price for one (record
 * 033).
 */
export function quoteBooking(
  request: Pick<BookingRequest, 'lines' | 'creditsWanted' | 'discountCode'>,
  facts: Pick<BookingFacts, 'sessions' | 'creditBalance' | 'discount'>,
  now: Date,
): OrderPrice {
  const sessions = request.lines
    .flatMap(({ sessionId, attendees }) =>
      facts.sessions.filter(({ id }) => id === sessionId).map(session => ({ session, attendees })),
    )
    .filter(({ session }) => canBeBooked(session, now))
    .sort(byStart)
    .flatMap(({ session, attendees }) =>
      Array.from({ length: countAttendees(attendees) || 1 }, () => session),
    )
  return pricePlaces(sessions, { ...request, isTrial: false }, facts)
}
