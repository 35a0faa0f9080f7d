import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { ProductHistory } from '#web/site/shop/product-history.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { BookingHistory } from './booking-history.tsx'

/** My Bookings: orderList and eventOrder show the same page (decision A-04). */
export function OrdersPage() {
  return (
    <div className="page-width py-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">My Bookings</h1>
        <LinkButton to="/home/classes">+ Add a class</LinkButton>
      </div>
      {everyOfferingKind.map(kind => (
        <BookingHistory key={kind} kind={kind} />
      ))}
      <ProductHistory />
    </div>
  )
}
