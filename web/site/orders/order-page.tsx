import { useLocation } from '#web/navigation/router.tsx'
import { OrderDetail } from './order-detail.tsx'
import { kindOfOrderPath } from './order-words.ts'

/** The order that the address names, of the kind whose address it is. */
export function OrderPage() {
  return <OrderDetail kind={kindOfOrderPath(useLocation().pathname)} />
}
