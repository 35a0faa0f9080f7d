import { useQuery } from '@tanstack/react-query'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { CalendarAddress } from '#web/site/calendar-feed/calendar-address.tsx'
import { DaysSkeleton } from '#web/site/offerings/days-skeleton.tsx'
import { BookingHistory } from './booking-history.tsx'
import { upNextQuery } from './own-booking-queries.ts'
import { OwnCalendar } from './own-calendar.tsx'
import { ProductHistory } from './product-history.tsx'
import { UpNext } from './up-next.tsx'

/** My Bookings: orderList and eventOrder show the same page (decision A-04). The calendars open on the next booking. */
export function OrdersPage() {
  const next = useQuery(upNextQuery(useApi()))
  return (
    <div>
      <h1 className="heading">My Bookings</h1>
      <UpNext query={next} />
      {!next.isFetched ? (
        <DaysSkeleton />
      ) : (
        everyOfferingKind.map(kind => (
          <OwnCalendar
            key={kind}
            kind={kind}
            firstDay={next.data?.places.find(place => place.kind === kind)?.startDate}
          />
        ))
      )}
      <div className="above-xl">
        <CalendarAddress />
      </div>
      {everyOfferingKind.map(kind => (
        <BookingHistory key={kind} kind={kind} />
      ))}
      <ProductHistory />
    </div>
  )
}
