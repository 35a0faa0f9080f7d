import '#web/utilities.css'
import { OrderDetail } from './order-detail.tsx'

export function ClassOrderPage() {
  return <OrderDetail kind="class" />
}
