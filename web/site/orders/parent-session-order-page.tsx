import '#web/utilities.css'
import { OrderDetail } from './order-detail.tsx'

export function ParentSessionOrderPage() {
  return <OrderDetail kind="parentSession" showsCalendar />
}
