import './family-panel.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { directionsTo } from '#domain/map-links.ts'
import { creditText } from '#domain/prices.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { BookAgain } from '#web/site/orders/book-again.tsx'
import { upNextQuery } from '#web/site/orders/own-booking-queries.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { pounds } from '#web/ui/money.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** Shows a signed-in family its next place, what it owes, its credits, and its last class (decision E-59). */
export function FamilyPanel() {
  const next = useQuery(upNextQuery(useApi()))
  const profile = useProfile()
  const today = useToday()
  if (isFirstLoad(next, profile)) {
    return (
      <Loading className="stack gap-s">
        <Skeleton shape="heading" />
        <Skeleton />
      </Loading>
    )
  }
  const { places: [place] = [], unpaid = [], expected = [], last } = next.data ?? {}
  const unpaidPence = unpaid.reduce((pence, { totalPence }) => pence + totalPence, 0)
  const laterPence = expected.reduce((pence, { expectedPence }) => pence + expectedPence, 0)
  const owed = [
    unpaidPence > 0 && `${pounds(unpaidPence)} to pay`,
    laterPence > 0 && `${pounds(laterPence)} expected`,
  ].filter(Boolean)
  const credits = profile.data?.credits ?? 0
  return (
    <>
      <p className="family-next">
        {place ? (
          <PageLink to={addresses.ofOrder(place)}>
            {dayInWords(place.startDate, today)} {place.startTime} {place.title}, {firstName(place.attendee)}
          </PageLink>
        ) : next.data ? (
          'Nothing is booked at the moment.'
        ) : (
          'Your bookings did not load.'
        )}
      </p>
      <p className="family-links">
        {place && (
          <a href={directionsTo(place)} target="_blank" rel="noreferrer" className="text-link">
            Directions<span className="sr-only"> to {place.venue} (opens a map)</span>
          </a>
        )}
        {owed.length > 0 && (
          <PageLink to={addresses.bookings()} className="text-link">
            {owed.join(', ')}
          </PageLink>
        )}
        {credits > 0 && (
          <PageLink to={addresses.credits()} className="text-link">
            {creditText(credits)}
          </PageLink>
        )}
        {last && <BookAgain kind={last.kind} place={last} />}
        {!place && (
          <PageLink
            to={next.data ? addresses.ofKind.class.timetable() : addresses.bookings()}
            className="text-link"
          >
            {next.data ? 'Find a class' : 'My Bookings'}
          </PageLink>
        )}
      </p>
    </>
  )
}

const dayInWords = (day: string, today: string): string =>
  day <= today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : spokenDate(day, today)

const firstName = (attendee: string) => attendee.split(' ')[0]
