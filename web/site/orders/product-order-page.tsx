import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Picture } from '#web/ui/picture.tsx'
import './order-detail.css'
import './product-order-page.css'
import * as addresses from '#contract/addresses.ts'
import './order-print.css'
import { useQuery } from '@tanstack/react-query'
import { classToCollectAt } from '#domain/collect-at-class.ts'
import { backInWords } from '#domain/refund-words.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useCardPage } from '#web/site/payments/checkout.ts'
import { type ProductOrder, productOrderQuery } from '#web/site/shop/order-queries.ts'
import { orderStatusWord } from '#web/site/shop/product-order-words.ts'
import { useToday } from '#web/today.tsx'
import { fullMoment, spokenUntil } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { OrderHead } from './order-head.tsx'
import { OrderMissing } from './order-missing.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { methodWord } from './order-words.ts'
import { receiptQuery } from './own-booking-queries.ts'
import { ProceedLabel } from './proceed-label.tsx'
import { StatusBadge } from './status-badge.tsx'

/** A product order: its products, its address, and payment while it is unpaid (spec 2 §2, §4). */
export function ProductOrderPage() {
  const [search] = useSearchParams()
  const orderNumber = addresses.orderOf.product.read(search).orderNumber
  const order = useQuery(productOrderQuery(useApi(), orderNumber))
  if (order.data) return <Order order={order.data} reload={() => void order.refetch()} />
  return <OrderMissing query={order} isNamed={orderNumber !== ''} />
}

function Order({ order, reload }: { order: ProductOrder; reload: () => void }) {
  const status = orderStatusWord(order.status)
  const receipt = useQuery(receiptQuery(useApi(), order))
  const back = receipt.data && backInWords(receipt.data)
  return (
    <article className="order-detail">
      <OrderHead title="Product order" badge={<StatusBadge status={order.status} word={status} />} />
      {order.status === 'pending' && <Proceed order={order} reload={reload} />}
      <div className="columns above-l">
        <Facts
          title="Order"
          facts={[
            ['Order number', order.orderNumber],
            ['Order time', fullMoment(order.placedAt)],
            ['Status', status],
            ['Payment type', methodWord(order.paymentMethod)],
            ...(order.postagePence > 0 ? [['Postage', pounds(order.postagePence)] as const] : []),
            ['Total', pounds(order.totalPence)],
            ...(back ? [['What came back', back] as const] : []),
          ]}
        />
        <Facts
          title="Delivery"
          facts={
            order.collected
              ? [
                  ['Collect at class', collectedWhere(order.collected)],
                  ['Full name', order.fullName],
                  ['Mobile', order.mobile],
                ]
              : [
                  ['Full name', order.fullName],
                  ['Address', order.address],
                  ['Postal code', order.postcode],
                  ['Mobile', order.mobile],
                ]
          }
        />
      </div>
      <Goods items={order.items} />
      {receipt.data && order.status !== 'pending' && order.status !== 'cancelled' && (
        <OrderReceipt receipt={receipt.data} />
      )}
    </article>
  )
}

function collectedWhere({ isHandedOver, next }: NonNullable<ProductOrder['collected']>): string {
  if (isHandedOver) return 'Handed over'
  return next ? classToCollectAt(next) : 'At your next class: none is booked at the moment'
}

/** The button to pay. After a refusal the order was paid elsewhere or has expired, so it is fetched again. */
function Proceed({ order, reload }: { order: ProductOrder; reload: () => void }) {
  const today = useToday()
  const { open, isLeaving, error } = useCardPage()
  return (
    <section aria-label="Payment" className="card order-payment stack no-print">
      <p>
        {order.holdExpiresAt &&
          `We are keeping these for you until ${spokenUntil(order.holdExpiresAt, today)}. Pay by card to have them ${order.collected ? 'handed over' : 'sent'}.`}
      </p>
      <div>
        <Button isBusy={isLeaving} onClick={() => open(order.orderNumber, reload)}>
          <ProceedLabel words="Proceed to checkout" pence={order.totalPence} />
        </Button>
        <FailureNote error={error} act="pay" />
      </div>
    </section>
  )
}

function Goods({ items }: { items: ProductOrder['items'] }) {
  return (
    <section aria-labelledby="goods" className="above-xl">
      <h2 id="goods" className="subheading">
        What you ordered
      </h2>
      <ul className="stack gap-m above-m">
        {items.map(item => (
          <li key={item.variantId ?? item.productId} className="card ordered-product">
            <Picture path={item.image} most={480} width={80} height={80} loading="lazy" />
            <span>
              <PageLink to={addresses.product({ productId: item.productId })} className="strong">
                {item.name}
              </PageLink>
              <span className="quiet">
                Quantity {item.quantity}
                {item.returned ? `, ${item.returned} returned` : ''}
              </span>
            </span>
            <Money pence={item.linePence} className="strong" />
          </li>
        ))}
      </ul>
    </section>
  )
}
