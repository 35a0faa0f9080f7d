import './order-detail.css'
import * as addresses from '#contract/addresses.ts'
import './order-print.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { receiptQuery } from './own-booking-queries.ts'

/** The receipt of an order of any kind, for a claim: it stands alone, on the page and on paper (decision E-57). */
export function ReceiptPage() {
  const [search] = useSearchParams()
  const { orderNumber } = addresses.receipt.read(search)
  const query = useQuery({ ...receiptQuery(useApi(), { orderNumber }), meta: { showsProblem: true } })
  const order = query.data
  if (!order) return <OrderMissing query={query} isNamed={orderNumber !== ''} />
  return (
    <article className="order-detail">
      <OrderHead title="Receipt" />
      {order.paidAt ? (
        <OrderReceipt receipt={order} isWholePage />
      ) : (
        <p className="above-m">This order has not been paid, so there is no receipt.</p>
      )}
      <p className="above-l no-print">
        <PageLink to={addresses.ofOrder(order)} className="text-link lone-link">
          See the order
        </PageLink>
      </p>
    </article>
  )
}
