import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { CalendarAddress } from '#web/site/calendar-feed/calendar-address.tsx'
import { DaysSkeleton } from '#web/site/offerings/days-skeleton.tsx'
import { BookingHistory } from './booking-history.tsx'
import { orderHeadings } from './order-words.ts'
import { upNextQuery } from './own-booking-queries.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { ProductHistory } from './product-history.tsx'
import { UpNext } from './up-next.tsx'

/**
 * My Bookings. The addresses orderList and eventOrder show the same page (decision A-04). The calendars open on the
 * next booking, and again on one that was moved in the list above.
 */
export function OrdersPage() {
  const next = useQuery(upNextQuery(useApi()))
  const offers = useOffers()
  const [movedTo, setMovedTo] = useState<Partial<Record<OfferingKind, string>>>({})
  return (
    <div>
      <h1 className="heading">My Bookings</h1>
      <UpNext query={next} onMoved={({ kind, day }) => setMovedTo({ ...movedTo, [kind]: day })} />
      {!next.isFetched ? (
        <DaysSkeleton />
      ) : (
        everyOfferingKind.map(kind => {
          const firstDay = movedTo[kind] ?? next.data?.places.find(place => place.kind === kind)?.startDate
          if (!firstDay && next.data && !offers(kind)) return null
          const calendar = <OwnCalendar key={kind + movedTo[kind]} kind={kind} firstDay={firstDay} />
          return firstDay || !next.data ? (
            calendar
          ) : (
            <details key={kind} className="empty-calendar">
              <summary>
                {orderHeadings[kind].calendar}: nothing to come · <b>show</b>
              </summary>
              {calendar}
            </details>
          )
        })
      )}
      <div className="above-xl">
        <CalendarAddress />
      </div>
      {everyOfferingKind.map(kind => (
        <BookingHistory key={kind} kind={kind} />
      ))}
      <ProductHistory />
      {offers('credits') && (
        <p className="above-l">
          Bought a class pack? Its order and receipt are in{' '}
          <PageLink to={addresses.credits()} className="text-link lone-link">
            your class credits
          </PageLink>
          .
        </p>
      )}
    </div>
  )
}
