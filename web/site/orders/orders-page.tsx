import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { BookingHistory } from './booking-history.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { ProductHistory } from './product-history.tsx'

/** My Bookings: orderList and eventOrder show the same page (decision A-04). */
export function OrdersPage() {
  return (
    <div>
      <h1 className="heading">My Bookings</h1>
      {everyOfferingKind.map(kind => (
        <OwnCalendar key={kind} kind={kind} />
      ))}
      {everyOfferingKind.map(kind => (
        <BookingHistory key={kind} kind={kind} />
      ))}
      <ProductHistory />
    </div>
  )
}
