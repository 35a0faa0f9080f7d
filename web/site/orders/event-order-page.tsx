import '#web/utilities.css'
import { OrderDetail } from './order-detail.tsx'

export function EventOrderPage() {
  return <OrderDetail kind="event" />
}
