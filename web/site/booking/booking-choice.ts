import type { contract } from '#contract/contract.ts'
import type { offeredSession, preview } from '#contract/orders.ts'
import type { CallInput, Value } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { pounds } from '#domain/money.ts'
import { type Attendees, countAttendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { creditsToUse, creditText, lacksCredits } from '#domain/prices.ts'
import { countOf } from '#web/site/offerings/kind-words.ts'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import type { ThanksState } from '#web/site/payments/checkout.ts'

export type Preview = Value<typeof preview>
export type OfferedSession = Value<typeof offeredSession>
export type PreviewRequest = CallInput<typeof contract.orders.class.preview>

/** The choices made in a booking dialog so far. */
export interface Choice {
  clicked: ClickedSession
  /** Undefined until a session was ticked or unticked. */
  sessionIds: number[] | undefined
  attendees: Attendees
  /** Whether credits are saved for later (decision E-10). */
  keepsCredits: boolean
  discountCode: string
}

export const takesChildren = (kind: OfferingKind): boolean => offeringKinds[kind].attendees === 'children'

const noContact = { fullName: '', phone: '', email: '' }

/**
 * Returns the attendees: the children, or the contact. A contact's details do not change the price, so previews leave
 * them out, except the address of a reserved place.
 */
export const attendeesOf = (
  kind: OfferingKind,
  childIds: number[],
  contact: Partial<typeof noContact> = {},
): Attendees =>
  takesChildren(kind) ? { who: 'children', childIds } : { who: 'contact', ...noContact, ...contact }

/** Returns the chosen sessions that can be booked: at first the clicked one (decision C-01). */
export function chosenIds(
  { sessionIds, clicked }: Pick<Choice, 'sessionIds' | 'clicked'>,
  known: Pick<Preview, 'sessions'> | undefined,
): number[] {
  const chosen = sessionIds ?? [clicked.id]
  return known ? bookableIds(known.sessions).filter(id => chosen.includes(id)) : chosen
}

/** Removes sessions already held, so that they are neither priced nor booked again. */
export function withoutHeld(
  clicked: ClickedSession,
  sessionIds: number[] | undefined,
  isHeld: (id: number) => boolean,
): number[] | undefined {
  if (sessionIds) return sessionIds.filter(id => !isHeld(id))
  return isHeld(clicked.id) ? [] : undefined
}

export const bookableIds = (sessions: OfferedSession[]): number[] =>
  sessions.filter(session => session.isBookable).map(session => session.id)

export const toggled = (ids: number[], id: number): number[] =>
  ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]

/** Whether every bookable session is chosen (spec 2 §4). */
export function isEverythingChosen(ids: number[], sessions: OfferedSession[]): boolean {
  const bookable = bookableIds(sessions)
  return bookable.length > 0 && bookable.every(id => ids.includes(id))
}

/**
 * Whether the choice can only be paid with credits, and there are too few; with nothing chosen, too few for any
 * session.
 */
export function needsPack(choice: Choice, known: Preview): boolean {
  const { isPackOnly } = known.offering
  const ids = chosenIds(choice, known)
  const times = countAttendees(choice.attendees) || 1
  const places = known.sessions
    .filter(session => ids.includes(session.id))
    .map(({ pricePence, credits }) => ({ isPackOnly, pricePence, credits: credits * times }))
  return lacksCredits(places, known.creditBalance) || (isPackOnly && known.creditBalance === 0)
}

/** Returns the credits that the choice will use: its cost, up to the balance (spec 1 §5). */
export const creditsExpected = (choice: Choice, known: Preview): number =>
  choice.keepsCredits && !known.offering.isPackOnly
    ? 0
    : creditsToUse(creditsAsked(choice, known), known.creditBalance, undefined)

/**
 * Returns the choice's cost in credits: sessions × children. If nobody is chosen, it is the cost for one child, as the
 * server prices it (record 033).
 */
export function creditsAsked(choice: Choice, known: Preview): number {
  const ids = chosenIds(choice, known)
  const each = known.sessions
    .filter(session => ids.includes(session.id))
    .reduce((sum, session) => sum + session.credits, 0)
  return each * (countAttendees(choice.attendees) || 1)
}

/** Says what these sessions cost for everybody who was chosen: '£88.00', 'free', or '11 credits' if only they pay. */
export function sayPrice(choice: Choice, known: Preview, sessions: OfferedSession[]): string {
  const sessionIds = sessions.map(({ id }) => id)
  if (known.offering.isPackOnly) return creditText(creditsAsked({ ...choice, sessionIds }, known))
  const each = sessions.reduce((sum, { pricePence }) => sum + pricePence, 0)
  return each === 0 ? 'free' : pounds(each * (countAttendees(choice.attendees) || 1))
}

/** Returns the state of the thank-you page for an ordered choice. */
export function thanksFor(
  quote: Preview | undefined,
  chosen: number[],
  attendees: Attendees,
): ThanksState | undefined {
  if (!quote || attendees.who !== 'contact') return undefined
  const { title, venue } = quote.offering
  const sessions = quote.sessions.filter(({ id }) => chosen.includes(id))
  const inHalfAnHour = momentInLondon(new Date(Date.now() + 30 * 60_000))
  const beginsSoon = sessions.some(({ startDate, startTime }) => `${startDate} ${startTime}` < inHalfAnHour)
  return { mailedTo: attendees.email, title, venue: venue.name, sessions, beginsSoon }
}

/** Describes a total: '2 classes, 1 child'. */
export function sayChoice(kind: OfferingKind, sessionIds: number[], attendees: Attendees): string {
  const sessions = countOf(kind, sessionIds.length)
  if (attendees.who === 'contact') return sessions
  const count = attendees.childIds.length
  return `${sessions}, ${count === 0 ? 'for each child' : count === 1 ? '1 child' : `${count} children`}`
}

const isUntouched = ({ sessionIds, attendees, keepsCredits, discountCode }: Choice) =>
  !sessionIds &&
  !keepsCredits &&
  !discountCode &&
  (attendees.who === 'contact' || attendees.childIds.length === 0)

/** Returns the preview's input: at first the clicked session and its day, then the whole choice (decision A-13). */
export function previewRequest(choice: Choice, known: Preview | undefined): PreviewRequest {
  const { clicked, attendees, discountCode } = choice
  const { offeringId } = clicked
  if (!known || isUntouched(choice)) {
    return { offeringId, dayId: clicked.dayId, sessionIds: [clicked.id], attendees, discountCode }
  }
  const sessionIds = chosenIds(choice, known)
  return { offeringId, sessionIds, attendees, creditsWanted: creditsExpected(choice, known), discountCode }
}
