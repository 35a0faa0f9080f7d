import { useLocation } from '#web/navigation/router.tsx'
import { OrderDetail } from './order-detail.tsx'
import { kindOfOrderPath } from './order-words.ts'

/** Shows the order of the address, by the kind of the address. */
export function OrderPage() {
  return <OrderDetail kind={kindOfOrderPath(useLocation().pathname)} />
}
