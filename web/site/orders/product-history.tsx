import { useApi } from '#web/api.ts'
import { type ProductOrder, productOrdersQuery } from '#web/site/shop/order-queries.ts'
import { orderStatusWord } from '#web/site/shop/product-order-words.ts'
import { fullMoment } from '#web/ui/british-dates.ts'
import { Money } from '#web/ui/money.tsx'
import { MoneyBack } from './cancelled-places.tsx'
import { OrderHistory } from './order-history.tsx'
import { methodWord } from './order-words.ts'
import { ReceiptLink } from './receipt-link.tsx'
import { StatusBadge } from './status-badge.tsx'

/** "Products Order History" of the Orders page, with the columns of decision C-19. */
export function ProductHistory() {
  const api = useApi()
  return (
    <OrderHistory
      kind="product"
      orders={asked => productOrdersQuery(api, asked)}
      empty={{
        title: 'No orders yet',
        text: 'What you buy in the shop appears here.',
        action: 'Go to the shop',
      }}
      columns={[
        {
          heading: 'Product',
          cell: order => (
            <>
              <span className="strong">{namesIn(order)}</span>
              <MoneyBack order={order} />
            </>
          ),
        },
        { heading: 'Order Time', cell: order => fullMoment(order.placedAt) },
        { heading: 'Quantity', cell: piecesIn },
        { heading: 'Status', cell: order => <Status order={order} /> },
        { heading: 'Method', cell: order => methodWord(order.paymentMethod) },
        { heading: 'Amount', cell: order => <Money pence={order.totalPence} /> },
      ]}
      summary={order => ({
        image: order.items[0]?.image ?? '',
        name: namesIn(order),
        lines: [
          `Ordered ${fullMoment(order.placedAt)}`,
          piecesIn(order) === 1 ? '1 piece' : `${piecesIn(order)} pieces`,
        ],
        notes: <MoneyBack order={order} />,
        badge: <Status order={order} />,
        actions: (order.status === 'paid' || order.status === 'completed') && (
          <ReceiptLink orderNumber={order.orderNumber} of={namesIn(order)} />
        ),
      })}
    />
  )
}

const Status = ({ order }: { order: ProductOrder }) => (
  <StatusBadge status={order.status} word={orderStatusWord(order.status)} />
)

const piecesIn = (order: ProductOrder): number => order.items.reduce((sum, item) => sum + item.quantity, 0)

function namesIn({ items }: ProductOrder): string {
  const [first, ...others] = items
  if (!first) return ''
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`
}
