import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation.tsx'
import { useImageUrl } from '#web/settings.ts'
import { slashedMoment } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type BookingOrder, ordersQuery } from './order-queries.ts'
import { attendeeHeading, attendeeOf, methodWord, orderAddress, orderScreens } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

/** The paged table of one kind's orders (spec 2 §2); on a phone each order is a card. */
export function BookingHistory({ kind }: { kind: OfferingKind }) {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  const orders = useQuery(ordersQuery(useApi(), kind, page, limit))
  const { history, book } = orderScreens[kind]
  return (
    <section aria-labelledby={`${kind}-history`} className="mt-12">
      <h2 id={`${kind}-history`} className="text-2xl">
        {history}
      </h2>
      {orders.isPending && <HistorySkeleton />}
      {orders.isError && <ErrorPanel onRetry={() => orders.refetch()} />}
      {orders.data?.total === 0 && (
        <EmptyState
          title="No bookings yet"
          level={3}
          action={<LinkButton to={book}>See what is on</LinkButton>}
        >
          When you book, your orders appear here.
        </EmptyState>
      )}
      {orders.data && orders.data.total > 0 && (
        <div className="mt-4 grid gap-4">
          <HistoryTable kind={kind} orders={orders.data.items} />
          <ul className="grid gap-3 lg:hidden">
            {orders.data.items.map(order => (
              <li key={order.orderNumber}>
                <HistoryCard kind={kind} order={order} />
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

function HistoryTable({ kind, orders }: { kind: OfferingKind; orders: BookingOrder[] }) {
  const imageUrl = useImageUrl()
  const headings = [
    'Image',
    'Class',
    'Order Time',
    attendeeHeading(kind),
    'Payment Status',
    'Method',
    'Amount',
    'Credits used',
    'Details',
  ]
  return (
    <div className="card hidden overflow-x-auto lg:block">
      <table className="w-full text-left">
        <thead className="bg-cream text-sm">
          <tr>
            {headings.map(heading => (
              <th key={heading} scope="col" className="px-3 py-3 font-bold">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map(order => (
            <tr key={order.orderNumber} className="border-t border-line">
              <Cell>
                <img
                  src={imageUrl(order.summary.image)}
                  alt=""
                  loading="lazy"
                  className="h-12 w-16 rounded-sm object-cover"
                />
              </Cell>
              <Cell>
                <span className="font-bold">{order.summary.name}</span>
              </Cell>
              <Cell>{slashedMoment(order.placedAt)}</Cell>
              <Cell>{attendeeOf(order.summary)}</Cell>
              <Cell>
                <StatusBadge status={order.status} />
              </Cell>
              <Cell>{methodWord(order.paymentMethod)}</Cell>
              <Cell>
                <Money pence={order.totalPence} />
              </Cell>
              <Cell>{order.creditsUsed}</Cell>
              <Cell>
                <PageLink className="text-link" to={orderAddress(kind, order.orderNumber)}>
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

const Cell = ({ children }: { children: ReactNode }) => <td className="px-3 py-3 align-middle">{children}</td>

function HistoryCard({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const imageUrl = useImageUrl()
  return (
    <PageLink to={orderAddress(kind, order.orderNumber)} className="card flex gap-4 p-4">
      <img
        src={imageUrl(order.summary.image)}
        alt=""
        loading="lazy"
        className="size-16 shrink-0 rounded-md object-cover"
      />
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{order.summary.name}</span>
          <Money pence={order.totalPence} className="font-bold" />
        </span>
        <span className="text-sm text-quiet">
          {attendeeOf(order.summary)} · ordered {slashedMoment(order.placedAt)}
        </span>
        <span className="text-sm text-quiet">
          {methodWord(order.paymentMethod) !== '–' && `${methodWord(order.paymentMethod)} · `}
          {order.creditsUsed === 1 ? '1 credit used' : `${order.creditsUsed} credits used`}
        </span>
        <span>
          <StatusBadge status={order.status} />
        </span>
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
