import { Picture } from '#web/ui/picture.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import './order-history.css'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/forms/paged.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { bookingAddress, type ListedKind, orderHeadings } from './order-words.ts'

interface AnyOrder {
  orderNumber: string
  totalPence: number
}

/** The summary of an order, for its card. */
interface Summary {
  image: string
  name: string
  /** Its total, if a plain sum is not enough. */
  amount?: ReactNode
  /** Secondary lines of a phone's card. */
  lines: string[]
  /** Notes below those lines. */
  notes?: ReactNode
  badge: ReactNode
  /** Links below the card, and beside Details in the table. */
  actions?: ReactNode
}

interface OrderHistoryProps<Order extends AnyOrder, Key extends QueryKey> {
  kind: ListedKind
  orders: ComponentProps<typeof Paged<Order, Key>>['query']
  /** The columns between image and details, which every table has. */
  columns: readonly Column<Order>[]
  summary: (order: Order) => Summary
  /** Shown when there are no orders. */
  empty: { title: string; text: string; action: string }
}

/** The maximum number on a phone, so that the next history is not five screens away. */
const maxShown = 3

/** A paged table of one kind's orders (spec 2 §2); on a phone each order is a card. */
export function OrderHistory<Order extends AnyOrder, Key extends QueryKey>(
  given: OrderHistoryProps<Order, Key>,
) {
  const { kind, empty } = given
  const { history } = orderHeadings[kind]
  const offers = useOffers()
  const first = useQuery(given.orders({ page: 1 }))
  if (!first.data?.total && !offers(kind === 'product' ? 'shop' : kind)) return null
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
            <div className="stack gap-m order-history-list">
              <HistoryCards {...given} rows={orders.slice(0, maxShown)} />
              {orders.length > maxShown && (
                <details className="more-places">
                  <summary className="text-link">and {orders.length - maxShown} more</summary>
                  <HistoryCards {...given} rows={orders.slice(maxShown)} />
                </details>
              )}
            </div>
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
  const image: Column<Order> = {
    heading: 'Image',
    cell: order => <Picture path={summary(order).image} most={160} loading="lazy" />,
  }
  const details: Column<Order> = {
    heading: 'Details',
    cell: order => (
      <span className="order-actions">
        <PageLink className="text-link" to={addresses.orderOf[kind](order)}>
          Details<span className="sr-only"> of order {order.orderNumber}</span>
        </PageLink>
        {summary(order).actions}
      </span>
    ),
  }
  return (
    <Table
      columns={[image, ...columns, details]}
      rows={rows}
      keyOf={order => order.orderNumber}
      className="order-history-table"
    />
  )
}

function HistoryCards<Order extends AnyOrder, Key extends QueryKey>({
  kind,
  rows,
  summary,
}: OrderHistoryProps<Order, Key> & { rows: readonly Order[] }) {
  return (
    <ul className="stack gap-m">
      {rows.map(order => (
        <li key={order.orderNumber} className="card">
          <HistoryCard kind={kind} order={order} summary={summary(order)} />
        </li>
      ))}
    </ul>
  )
}

function HistoryCard({ kind, order, summary }: { kind: ListedKind; order: AnyOrder; summary: Summary }) {
  return (
    <>
      <PageLink to={addresses.orderOf[kind](order)} className="order-card">
        <Picture path={summary.image} most={480} loading="lazy" />
        <span>
          <span className="order-card-head strong">
            <span>{summary.name}</span>
            {summary.amount ?? <Money pence={order.totalPence} />}
          </span>
          {summary.lines.map(line => (
            <span key={line} className="small quiet">
              {line}
            </span>
          ))}
          {summary.notes}
          <span>{summary.badge}</span>
        </span>
      </PageLink>
      {summary.actions && <p className="row order-card-actions">{summary.actions}</p>}
    </>
  )
}
