import './session-card.css'
import { memo, type ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { ColourGround } from '#web/ui/colour-ground.tsx'
import { type FamilyPlace, familyWords } from './family-words.ts'
import { priceText } from './price-text.ts'
import type { Session } from './timetable-query.ts'
import { TrialLabel } from './trial-label.tsx'

/** The actions of a session, each of which opens a dialog. */
export type SessionAction = 'book' | 'trial' | 'waitingList' | 'details'
/** The clicked session, with what the dialogs need. */
export interface ClickedSession {
  id: number
  offeringId: number
  dayId: number
  title: string
  typeName: string
  date: string
  /** The last day of a camp (decision E-43). */
  endDate: string
  startTime: string
  endTime: string
  /** Whether it has not begun yet. */
  isBookable?: boolean
  placesLeft: number
  /** The session's own price, which staff may have changed since the class was created. */
  pricePence: number
  /** Whether it can only be paid with credits. */
  isPackOnly?: boolean
  credits?: number
}

/** The props of every session dialog. */
export interface SessionDialogProps {
  kind: OfferingKind
  session: ClickedSession
  onClose: () => void
  /** Replaces this dialog by another, of this session or another one of its offering. */
  onAsk: (action: SessionAction, session?: ClickedSession) => void
}

type Ask = (action: SessionAction, session: Session) => void

const fewPlaces = 3

/** Returns '1 place left' when there are few. */
export const fewLeft = (placesLeft: number): string | undefined =>
  placesLeft > 0 && placesLeft <= fewPlaces
    ? `${placesLeft} ${placesLeft === 1 ? 'place' : 'places'} left`
    : undefined

interface SessionCardProps {
  kind: OfferingKind
  session: Session
  onAsk: Ask
  /** Whether it belongs to the offering in the address. */
  isChosen?: boolean
  /** The family's places in it, shown instead of the price. */
  family?: FamilyPlace[]
  /** How far the venue is: '1.2 miles'. */
  distance?: string
}

/**
 * A session in a timetable: time first, then what, where, for whom, price, and its buttons. Memoised, so that pressing
 * a day renders none of a week's cards again.
 */
export const SessionCard = memo(function SessionCard({
  kind,
  session,
  onAsk,
  isChosen = false,
  family = [],
  distance,
}: SessionCardProps) {
  const today = useToday()
  const offers = useOffers()
  const { id, placesLeft, isBookable } = session
  const state = !isBookable ? 'past' : placesLeft === 0 ? 'full' : 'open'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the button in the heading.
    <li
      className="session"
      data-state={state}
      data-chosen={isChosen || undefined}
      onClick={event => {
        if ((event.target as Element).closest('button, a')) return
        // The dialog gives the focus back to the element that had it.
        event.currentTarget.querySelector('button')?.focus({ preventScroll: true })
        onAsk('details', session)
      }}
    >
      <ColourGround colour={session.colour} className="session-colour" />
      <div className="session-what" id={`session-${id}`}>
        <p className="session-time">{timeRange(session.startTime, session.endTime)}</p>
        <h3 className="session-type">
          <button type="button" onClick={() => onAsk('details', session)}>
            {session.title}
          </button>
        </h3>
      </div>
      <p className="session-facts">
        <span>
          {session.venue}
          {distance && <b className="session-distance"> {distance}</b>}
        </span>{' '}
        <span>{session.ages}</span>
      </p>
      {family.length > 0 ? (
        <p className="session-family">{familyWords(family, today)}</p>
      ) : (
        <p className="session-price">{priceText(session, offers('credits'))}</p>
      )}
      <SessionBadges session={session} state={state} isChosen={isChosen} />
      <p className="session-actions">
        <SessionActions kind={kind} session={session} onAsk={onAsk} family={family} />
      </p>
    </li>
  )
})

interface SessionBadgesProps {
  session: Session
  state: 'past' | 'full' | 'open'
  isChosen: boolean
}

function SessionBadges({ session, state, isChosen }: SessionBadgesProps) {
  const { placesLeft, isPackOnly, agesTaken, membersOnly, startDate, endDate } = session
  const today = useToday()
  const badges: [kind: string, text: string][] = []
  if (endDate !== startDate) badges.push(['days', `Until ${spokenDate(endDate, today)}`])
  if (isChosen) badges.push(['chosen', 'Your choice'])
  if (state === 'past') badges.push(['past', 'Past'])
  if (state === 'full') badges.push(['full', 'Full'])
  const few = fewLeft(placesLeft)
  if (state === 'open' && few) badges.push(['few', few])
  if (isPackOnly) badges.push(['pack', 'Class pack only'])
  if (agesTaken) badges.push(['ages', `For ${agesTaken}`])
  if (membersOnly) badges.push(['members', 'For members'])
  if (badges.length === 0) return null
  return (
    <ul className="session-badges" aria-label="Good to know">
      {badges.map(([kind, text]) => (
        <li key={kind} data-badge={kind}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Shows one set of buttons: a full session has its waiting list, whatever else it offers (decision C-03). */
function SessionActions({
  kind,
  session,
  onAsk,
  family,
}: Required<Pick<SessionCardProps, 'kind' | 'session' | 'onAsk' | 'family'>>) {
  const action = (name: SessionAction, look: string, label: ReactNode) => (
    <button
      type="button"
      className={`session-action session-action-${look}`}
      aria-describedby={`session-${session.id}`}
      onClick={() => onAsk(name, session)}
    >
      {label}
    </button>
  )
  // The details can book another child.
  const link = (to: string, label: string) => (
    <PageLink
      to={to}
      className="session-action session-action-second"
      aria-describedby={`session-${session.id}`}
    >
      {label}
    </PageLink>
  )
  const orderNumber = family.find(place => place.orderNumber)?.orderNumber
  if (orderNumber) return link(addresses.orderOf[kind]({ orderNumber }), 'Pay now')
  if (session.placesLeft === 0) {
    if (family.some(({ state }) => state === 'waiting')) {
      return link(addresses.waiting(), 'Your waiting lists')
    }
    return action('waitingList', 'second', <span className="first-capital">waiting list</span>)
  }
  return (
    <>
      {session.offersTrial && action('trial', 'second', <TrialLabel pricePence={session.trialPricePence} />)}
      {action('book', session.isBookable ? 'first' : 'second', 'Book Now')}
    </>
  )
}
