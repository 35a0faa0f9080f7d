import './order-table.css'
import './order-history.css'
import type { QueryKey } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useImageUrl } from '#web/settings.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { bookingAddress, orderHeadings } from './order-words.ts'

interface AnyOrder {
  orderNumber: string
  totalPence: number
}

/** What an order is recognised by, and what a card says of it. */
interface Summary {
  image: string
  name: string
  /** Quiet lines of a phone's card. */
  lines: string[]
  badge: ReactNode
}

interface OrderHistoryProps<Order extends AnyOrder, Key extends QueryKey> {
  kind: addresses.OrderKind
  orders: ComponentProps<typeof Paged<Order, Key>>['query']
  /** Between the image and the details, which every table has. */
  columns: readonly { heading: string; cell: (order: Order) => ReactNode }[]
  summary: (order: Order) => Summary
  /** When there is none yet. */
  empty: { title: string; text: string; action: string }
}

/** A paged table of one kind's orders (spec 2 §2); on a phone each order is a card. */
export function OrderHistory<Order extends AnyOrder, Key extends QueryKey>(
  given: OrderHistoryProps<Order, Key>,
) {
  const { kind, empty } = given
  const { history } = orderHeadings[kind]
  return (
    <section aria-labelledby={`${kind}-history`} className="order-history">
      <h2 id={`${kind}-history`} className="subheading">
        {history}
      </h2>
      <Paged
        label={history}
        query={given.orders}
        className="stack above-m"
        pending={<ListSkeleton count={3} shape="card" className="above-m" />}
        empty={
          <EmptyState
            title={empty.title}
            level={3}
            action={<LinkButton to={bookingAddress(kind)}>{empty.action}</LinkButton>}
          >
            {empty.text}
          </EmptyState>
        }
      >
        {orders => (
          <>
            <HistoryTable {...given} rows={orders} />
            <ul className="stack gap-m order-history-list">
              {orders.map(order => (
                <li key={order.orderNumber}>
                  <HistoryCard kind={kind} order={order} summary={given.summary(order)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Paged>
    </section>
  )
}

function HistoryTable<Order extends AnyOrder, Key extends QueryKey>({
  kind,
  rows,
  columns,
  summary,
}: OrderHistoryProps<Order, Key> & { rows: readonly Order[] }) {
  const imageUrl = useImageUrl()
  const headings = ['Image', ...columns.map(column => column.heading), 'Details']
  return (
    <div className="card order-table order-history-table">
      <table>
        <thead>
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(order => (
            <tr key={order.orderNumber}>
              <td>
                <img src={imageUrl(summary(order).image, 160)} alt="" loading="lazy" />
              </td>
              {columns.map(({ heading, cell }) => (
                <td key={heading}>{cell(order)}</td>
              ))}
              <td>
                <PageLink
                  className="text-link"
                  to={addresses.orderOf[kind]({ orderNumber: order.orderNumber })}
                >
                  Details<span className="sr-only"> of order {order.orderNumber}</span>
                </PageLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HistoryCard({
  kind,
  order,
  summary,
}: {
  kind: addresses.OrderKind
  order: AnyOrder
  summary: Summary
}) {
  const imageUrl = useImageUrl()
  return (
    <PageLink to={addresses.orderOf[kind]({ orderNumber: order.orderNumber })} className="card order-card">
      <img src={imageUrl(summary.image, 480)} alt="" loading="lazy" />
      <span>
        <span className="order-card-head strong">
          <span>{summary.name}</span>
          <Money pence={order.totalPence} />
        </span>
        {summary.lines.map(line => (
          <span key={line} className="small quiet">
            {line}
          </span>
        ))}
        <span>{summary.badge}</span>
      </span>
    </PageLink>
  )
}
