import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { CalendarAddress } from '#web/site/calendar-feed/calendar-address.tsx'
import { DaysSkeleton } from '#web/site/offerings/days-skeleton.tsx'
import { productOrdersQuery } from '#web/site/shop/order-queries.ts'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { Fold } from '#web/ui/fold.tsx'
import { BookingHistory } from './booking-history.tsx'
import { upNextQuery } from './own-booking-queries.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { ProductHistory } from './product-history.tsx'
import { StatementLinks } from './statement-links.tsx'
import { UpNext } from './up-next.tsx'

/**
 * My Bookings: what is owed and what comes next, and below it calendars and tables, collapsed (decision E-56). The
 * addresses orderList and eventOrder show the same page (decision A-04). The calendars open on the next booking, and
 * again on one that was moved in the list above.
 */
export function OrdersPage() {
  const api = useApi()
  const next = useQuery(upNextQuery(api))
  const bought = useQuery(productOrdersQuery(api, { page: 1 }))
  const offers = useOffers()
  const [movedTo, setMovedTo] = useState<Partial<Record<OfferingKind, string>>>({})
  return (
    <div>
      <h1 className="heading">My Bookings</h1>
      <UpNext query={next} onMoved={({ kind, day }) => setMovedTo({ ...movedTo, [kind]: day })} />
      {isFirstLoad(next) ? (
        <DaysSkeleton />
      ) : (
        <div className="above-l">
          <Fold id="calendar" title="Calendar">
            {!next.isFetched ? (
              <DaysSkeleton />
            ) : (
              everyOfferingKind.map(kind => {
                const firstDay =
                  movedTo[kind] ?? next.data?.places.find(place => place.kind === kind)?.startDate
                if (!firstDay && next.data && !offers(kind)) return null
                return <OwnCalendar key={kind + movedTo[kind]} kind={kind} firstDay={firstDay} />
              })
            )}
          </Fold>
          <Fold id="past" title="Past and receipts">
            {everyOfferingKind.map(kind => (
              <BookingHistory key={kind} kind={kind} />
            ))}
            <StatementLinks />
            {offers('credits') && (
              <p className="above-l">
                Bought a class pack? Its order and receipt are in{' '}
                <PageLink to={addresses.credits()} className="text-link lone-link">
                  your class credits
                </PageLink>
                .
              </p>
            )}
          </Fold>
          {(offers('shop') || (bought.data && bought.data.total > 0)) && (
            <Fold id="shop" title="Shop orders">
              <ProductHistory />
            </Fold>
          )}
          <Fold id="calendar-link" title="Calendar link">
            <CalendarAddress />
          </Fold>
        </div>
      )}
    </div>
  )
}
