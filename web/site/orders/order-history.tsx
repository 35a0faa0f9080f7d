import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { Page } from '#contract/wire.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useImageUrl } from '#web/settings.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
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
  orders: (page: number, limit: number | undefined) => UseQueryOptions<Page<Order>, Error, Page<Order>, Key>
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
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  const orders = useQuery(given.orders(page, limit))
  const { history } = orderHeadings[kind]
  return (
    <section aria-labelledby={`${kind}-history`} className="mt-12">
      <h2 id={`${kind}-history`} className="text-2xl">
        {history}
      </h2>
      {orders.isPending && <HistorySkeleton />}
      {orders.isError && <ErrorPanel onRetry={() => void orders.refetch()} />}
      {orders.data?.total === 0 && (
        <EmptyState
          title={empty.title}
          level={3}
          action={<LinkButton to={bookingAddress(kind)}>{empty.action}</LinkButton>}
        >
          {empty.text}
        </EmptyState>
      )}
      {orders.data && orders.data.total > 0 && (
        <div className="mt-4 grid gap-4">
          <HistoryTable {...given} rows={orders.data.items} />
          <ul className="grid gap-3 lg:hidden">
            {orders.data.items.map(order => (
              <li key={order.orderNumber}>
                <HistoryCard kind={kind} order={order} summary={given.summary(order)} />
              </li>
            ))}
          </ul>
          <Pager
            label={`Pages of ${history}`}
            page={orders.data.page}
            perPage={orders.data.perPage}
            total={orders.data.total}
            onPage={setPage}
            onSize={size => {
              setPage(1)
              setLimit(size)
            }}
          />
        </div>
      )}
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
    <div className="card hidden overflow-x-auto lg:block">
      <table className="w-full text-left">
        <thead className="bg-cream text-sm">
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col" className="px-2 py-3 font-bold">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(order => (
            <tr key={order.orderNumber} className="border-t border-line">
              <Cell>
                <img
                  src={imageUrl(summary(order).image, 160)}
                  alt=""
                  loading="lazy"
                  className="h-12 w-16 rounded-sm object-cover"
                />
              </Cell>
              {columns.map(({ heading, cell }) => (
                <Cell key={heading}>{cell(order)}</Cell>
              ))}
              <Cell>
                <PageLink
                  className="text-link"
                  to={addresses.orderOf[kind]({ orderNumber: order.orderNumber })}
                >
                  Details<span className="sr-only"> of order {order.orderNumber}</span>
                </PageLink>
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Cell = ({ children }: { children: ReactNode }) => <td className="px-2 py-3 align-middle">{children}</td>

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
    <PageLink
      to={addresses.orderOf[kind]({ orderNumber: order.orderNumber })}
      className="card flex gap-4 p-4"
    >
      <img
        src={imageUrl(summary.image, 480)}
        alt=""
        loading="lazy"
        className="size-16 shrink-0 rounded-md object-cover"
      />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{summary.name}</span>
          <Money pence={order.totalPence} className="font-bold" />
        </span>
        {summary.lines.map(line => (
          <span key={line} className="text-sm text-quiet">
            {line}
          </span>
        ))}
        <span>{summary.badge}</span>
      </span>
    </PageLink>
  )
}

function HistorySkeleton() {
  return (
    <div role="status" className="mt-4 grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}
