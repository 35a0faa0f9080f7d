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

/** What a person may ask of a session; the dialogs open in one of these modes. */
export type SessionAction = 'book' | 'trial' | 'waitingList' | 'details'
/** The session that was clicked, as far as the dialogs need to know it. */
export interface ClickedSession {
  id: number
  offeringId: number
  dayId: number
  title: string
  typeName: string
  date: string
  /** Of a camp, its last day (decision E-43). */
  endDate: string
  startTime: string
  endTime: string
  /** Whether it has not begun yet. */
  isBookable?: boolean
  placesLeft: number
  /** Its own, which staff may have changed since the class was made. */
  pricePence: number
  /** Only credits pay for it, so many. */
  isPackOnly?: boolean
  credits?: number
}

/** What every dialog of a session is given. */
export interface SessionDialogProps {
  kind: OfferingKind
  session: ClickedSession
  onClose: () => void
  /** Another dialog takes this one's place: of this session, or of another one of its offering. */
  onAsk: (action: SessionAction, session?: ClickedSession) => void
}

type Ask = (action: SessionAction, session: Session) => void

const fewPlaces = 3

/** '1 place left', where there are few. */
export const fewLeft = (placesLeft: number): string | undefined =>
  placesLeft > 0 && placesLeft <= fewPlaces
    ? `${placesLeft} ${placesLeft === 1 ? 'place' : 'places'} left`
    : undefined

interface SessionCardProps {
  kind: OfferingKind
  session: Session
  onAsk: Ask
  /** Of the offering that somebody came for. */
  isChosen?: boolean
  /** What the family has in it: of more use to them than its price. */
  family?: FamilyPlace[]
}

/**
 * One session in a timetable: time first, then what, where, for whom, for how much, and its one action set. A press on
 * another day draws none of a whole week's cards anew.
 */
export const SessionCard = memo(function SessionCard({
  kind,
  session,
  onAsk,
  isChosen = false,
  family = [],
}: SessionCardProps) {
  const today = useToday()
  const offers = useOffers()
  const { id, placesLeft, isBookable } = session
  const state = !isBookable ? 'past' : placesLeft === 0 ? 'full' : 'open'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is the button in the heading.
    <li
      className="session"
      data-state={state}
      data-chosen={isChosen || undefined}
      onClick={event => {
        if ((event.target as Element).closest('button, a')) return
        // The dialog gives focus back to what had it.
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
        <span>{session.venue}</span> <span>{session.ages}</span>
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
  const { placesLeft, isPackOnly, startDate, endDate } = session
  const today = useToday()
  const badges: [kind: string, text: string][] = []
  if (endDate !== startDate) badges.push(['days', `Until ${spokenDate(endDate, today)}`])
  if (isChosen) badges.push(['chosen', 'Your choice'])
  if (state === 'past') badges.push(['past', 'Past'])
  if (state === 'full') badges.push(['full', 'Full'])
  const few = fewLeft(placesLeft)
  if (state === 'open' && few) badges.push(['few', few])
  if (isPackOnly) badges.push(['pack', 'Class pack only'])
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

/** One set and no more: a full session has its waiting list, whatever else it offers (decision C-03). */
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
  // Another child comes by way of the details.
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
