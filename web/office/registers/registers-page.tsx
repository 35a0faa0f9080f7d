import './register.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { lazy, type MouseEvent, type RefObject, Suspense, useRef, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { LaterSession, ListedRegister, MissingChild, RegisterOfDay } from '#contract/office/registers.ts'
import { addDays } from '#domain/calendar.ts'
import { marksInWords } from '#domain/office/marks.ts'
import { ownDatesAhead, registerOpensAt } from '#domain/office/people.ts'
import { registerOpens } from '#domain/office/people-sentences.ts'
import { runsFromYesterday } from '#domain/office/register-days.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { CancelDatesPanel } from '../cancelled-dates/cancel-dates-panel.tsx'
import { People } from '../families/people.tsx'
import { writeTo } from '../messages/audience-in-address.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMay, useMayOpen, useMe } from '../office-session.ts'
import { useRegisterTabs } from '../reports/report-tabs.ts'
import { CancelledBy } from '../ui/cancelled-by.tsx'
import { DayFilter } from '../ui/day-filter.tsx'
import { ChoiceFilter, Filters } from '../ui/filters.tsx'
import { Menu } from '../ui/menu.tsx'
import { NextDay } from '../ui/next-day.tsx'
import { ListNotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed, useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { OfflineNotice, PasskeyOffer, useIsLocked } from './offline/offline-notice.tsx'
import { registerDayQuery } from './register-queries.ts'

/** Loaded separately, so that marking registers does not wait for the booking panel. */
const WalkInsToSettle = lazy(() =>
  import('../desk/walk-ins-to-settle.tsx').then(file => ({ default: file.WalkInsToSettle })),
)

const daysBack = 30
const daysForward = 14

/** Lists the sessions of a day by venue and time, with links to their registers. */
export function RegistersPage() {
  const today = useToday()
  const me = useMe()
  const mayOpen = useMayOpen()
  const [{ date, venueId }, setFilters] = useFilters({ date: today, venueId: '' })
  const day = useQuery(registerDayQuery(useOfficeApi(), date, venueId))
  // While another day or venue loads, only the list of venues stays.
  const isLoading = day.isPending || day.isPlaceholderData
  const isSlow = useDelayed(isLoading)
  const dayField = useRef<HTMLInputElement>(null)
  const go = (to: string) => setFilters({ date: to })
  const sessions = (!isLoading && day.data?.sessions) || []
  const later = (!isLoading && day.data?.later) || []
  const laterToday = later.filter(session => session.date === date)
  const venues = new Map([...sessions, ...laterToday].map(session => [session.venueId, session.venue]))
  // For a snow day: the dates still to come on this day, at the chosen venue or at all.
  const mayCancel = useMay('session.cancel')
  const [cancelling, setCancelling] = useState<number[]>()
  const now = useNowInLondon()
  const cancellable = sessions
    .filter(session => !session.cancelled && `${session.date} ${session.startTime}` > now)
    .map(({ id }) => id)
  const isLocked = useIsLocked()
  const isTeacher = me?.role === 'teacher'
  const mayWrite = useMay('message.class')
  const maySettle = useMay('booking.make')
  const missing = (!isLoading && !isLocked && day.data?.missing) || []
  return (
    <>
      <PageHead
        title="Registers"
        tabs={useRegisterTabs()}
        action={
          mayCancel && cancellable.length > 0 ? (
            <Menu
              id="day-presses"
              name="More for this day"
              className="icon-button"
              label={<Ellipsis aria-hidden="true" />}
            >
              <button type="button" className="menu-entry" onClick={() => setCancelling(cancellable)}>
                Cancel {cancellable.length === 1 ? 'the date' : `all ${cancellable.length} dates`}
              </button>
            </Menu>
          ) : undefined
        }
      >
        <p>{spokenDate(date, today)}</p>
        {isTeacher && (
          <p>Your own dates. A register opens 36 hours before the class, and closes 2 hours after it</p>
        )}
      </PageHead>
      <RegisterFilters
        dayField={dayField}
        date={date}
        today={today}
        venueId={venueId}
        venues={day.data?.venues ?? []}
        onDate={go}
        onVenue={chosen => setFilters({ venueId: chosen })}
      />
      <OfflineNotice onDevice={day.data?.onDevice} />
      {day.isError && !day.data && <ListNotLoaded onRetry={day.refetch} />}
      {isSlow && <ListSkeleton count={6} shape="row" />}
      {!isLoading && day.data && venues.size === 0 && (
        <EmptyState
          title={isTeacher ? emptyDayText(date, today) : `There are no classes on ${spokenDate(date, today)}`}
          action={
            day.data.next ? (
              <NextDay
                day={day.data.next}
                onGo={next => {
                  // The button disappears with the empty state around it.
                  dayField.current?.focus()
                  go(next)
                }}
              />
            ) : (
              mayOpen(addresses.planner()) && (
                <LinkButton to={addresses.planner()} look="secondary">
                  Open the planner
                </LinkButton>
              )
            )
          }
        />
      )}
      {missing.length > 0 && (
        <p className="above-s">
          <a href={`#${missingId}`} className="text-link lone-link" onClick={goToMissing}>
            {missing.length === 1 ? '1 child is' : `${missing.length} children are`} not here: ring the
            parents
          </a>
        </p>
      )}
      {[...venues].map(([id, venue]) => (
        <VenueSection
          key={id}
          id={id}
          venue={venue}
          hasFireList={date === today}
          {...(mayWrite && { messageTo: writeTo({ to: 'venueDay', venue: String(id), day: date }) })}
          sessions={sessions.filter(({ venueId: at }) => at === id)}
          later={laterToday.filter(({ venueId: at }) => at === id)}
        />
      ))}
      {/* Shows above what one does with a thumb: opening a register. */}
      {missing.length > 0 && <Missing missing={missing} />}
      {maySettle && !isLocked && (
        <Suspense>
          <WalkInsToSettle />
        </Suspense>
      )}
      {later.length > laterToday.length && (
        <section aria-labelledby="next-dates" className="stack gap-s above-l">
          <h2 id="next-dates">Your next {ownDatesAhead} days</h2>
          <ul className="register-day">
            {later
              .filter(session => session.date !== date)
              .map(session => (
                <li key={session.id}>
                  <LaterLine session={session} day={spokenDate(session.date, today)} />
                </li>
              ))}
          </ul>
        </section>
      )}
      <PasskeyOffer />
      {cancelling && <CancelDatesPanel sessionIds={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  )
}

interface RegisterFiltersProps {
  dayField: RefObject<HTMLInputElement | null>
  date: string
  today: string
  venueId: string
  venues: readonly { id: number; name: string }[]
  onDate: (date: string) => void
  onVenue: (venueId: string) => void
}

/** The day and the venue whose registers are shown. */
function RegisterFilters({ dayField, date, today, venueId, venues, ...given }: RegisterFiltersProps) {
  const { onDate, onVenue } = given
  return (
    <Filters>
      <div className="row gap-s">
        <IconButton
          label="The day before"
          icon={ChevronLeft}
          onClick={() => onDate(addDays(date, -1))}
          disabled={date <= addDays(today, -daysBack)}
        />
        <DayFilter
          ref={dayField}
          aria-label="Day"
          className="field-box day-box"
          value={date}
          min={addDays(today, -daysBack)}
          isNeeded
          onChange={onDate}
        />
        <IconButton
          label="The day after"
          icon={ChevronRight}
          onClick={() => onDate(addDays(date, 1))}
          disabled={date >= addDays(today, daysForward)}
        />
        {date !== today && (
          <Button look="quiet" size="small" onClick={() => onDate(today)}>
            Today
          </Button>
        )}
      </div>
      <ChoiceFilter
        label="Venue"
        value={venueId}
        options={[
          { value: '', label: 'All' },
          ...venues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={onVenue}
      />
    </Filters>
  )
}

/** Lists those marked as not here whose parents have said nothing. A press on a number rings it. */
const Missing = ({ missing }: { missing: readonly MissingChild[] }) => (
  <section aria-labelledby={missingId} className="stack gap-s above-l">
    <h2 id={missingId} tabIndex={-1}>
      Ring the parents
    </h2>
    <ul className="register-day">
      {missing.map(({ bookingId, sessionId, name, title, startTime, contacts }) => (
        <li key={bookingId} className="register-row">
          <p>
            <PageLink to={addresses.session({ id: sessionId })} className="strong">
              {name}
            </PageLink>{' '}
            <span className="quiet figures">
              not here, {title} {startTime}
            </span>
          </p>
          <People people={contacts} pickUp={null} />
        </li>
      ))}
    </ul>
  </section>
)

const missingId = 'missing'

/** Scrolls to the children whose parents are to be rung, without an entry in the browser's history. */
function goToMissing(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(missingId)?.focus()
}

interface VenueSectionProps {
  id: number
  venue: string
  hasFireList: boolean
  /** The address of a message to those who come to it that day. */
  messageTo?: string
  sessions: readonly ListedRegister[]
  later: readonly LaterSession[]
}

/** The sessions of a day at one venue. */
const VenueSection = ({ id, venue, hasFireList, messageTo, sessions, later }: VenueSectionProps) => (
  <section className="stack gap-s above-m">
    <div className="row gap-s spread">
      <h2>{venue}</h2>
      <div className="row gap-m">
        {messageTo && (
          <PageLink to={messageTo} aria-label={`Message, ${venue}`} className="text-link lone-link">
            Message
          </PageLink>
        )}
        {hasFireList && (
          <PermittedLink
            to={addresses.fireList({ id })}
            aria-label={`Fire list, ${venue}`}
            className="text-link lone-link"
          >
            Fire list
          </PermittedLink>
        )}
      </div>
    </div>
    <ul className="register-day">
      {sessions.map(session => (
        <li key={session.id}>
          <SessionLine session={session} />
        </li>
      ))}
      {later.map(session => (
        <li key={session.id}>
          <LaterLine session={session} />
        </li>
      ))}
    </ul>
  </section>
)

/** Explains why a teacher's day is empty: it is over, too far ahead, or free. */
function emptyDayText(date: string, today: string): string {
  if (date < today) return 'Registers close 2 hours after the class'
  if (date > addDays(today, ownDatesAhead)) return `Your dates are shown ${ownDatesAhead} days ahead`
  return `You have no classes on ${spokenDate(date, today)}`
}

const factsOf = (session: RegisterOfDay) =>
  [session.ages, session.room, ...session.teachers].filter(Boolean).join(' · ')

const SessionLine = ({ session }: { session: ListedRegister }) => (
  <PageLink to={addresses.session({ id: session.id })} className="register-line">
    <span className="figures register-time">
      {timeRange(session.startTime, session.endTime)}
      {runsFromYesterday(session.date, session, new Date()) && (
        <>
          <br />
          <span className="quiet">from yesterday</span>
        </>
      )}
    </span>
    <span>
      {session.cancelled ? <s>{session.title}</s> : <strong>{session.title}</strong>}{' '}
      <span className="quiet">{factsOf(session)}</span>
      {session.isWithdrawn && <span className="quiet"> · hidden</span>}
      {session.isNotTaken && (
        <>
          <br />
          <StateWord is="look">Not taken yet</StateWord>
        </>
      )}
      {session.here + session.walkIns + session.unmarked > 0 && (
        <>
          <br />
          <StateWord is={session.unmarked > 0 ? 'look' : 'good'}>{marksInWords(session, 'came')}</StateWord>
        </>
      )}
      {session.cancelled && (
        <>
          <br />
          <CancelledBy {...session.cancelled} />
        </>
      )}
    </span>
    <Count session={session} />
  </PageLink>
)

/** A date whose register is not open yet: shows when it opens, without a link. */
const LaterLine = ({ session, day }: { session: LaterSession; day?: string }) => (
  <div className="register-line">
    <span className="figures register-time">
      {day && (
        <>
          {day}
          <br />
        </>
      )}
      {timeRange(session.startTime, session.endTime)}
    </span>
    <span>
      <strong>{session.title}</strong>{' '}
      <span className="quiet">{[day && session.venue, factsOf(session)].filter(Boolean).join(' · ')}</span>
      {session.isWithdrawn && <span className="quiet"> · hidden</span>}
      <br />
      {registerOpens(registerOpensAt(new Date(session.startsAt)), new Date())}
    </span>
    <Count session={session} />
  </div>
)

const Count = ({ session }: { session: RegisterOfDay }) => (
  <span className="figures register-count">
    {session.expected} of {session.capacity}
    <meter min={0} max={Math.max(1, session.capacity)} value={session.expected} aria-hidden="true" />
  </span>
)
