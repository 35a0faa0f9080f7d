import './up-next.css'
import type { UseQueryResult } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import { weExpect } from '#domain/desk-payment.ts'
import { maxUpNext } from '#domain/limits.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, spokenUntil } from '#web/ui/british-dates.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { pounds } from '#web/ui/money.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { BookAgain } from './book-again.tsx'
import { daysBooked } from './order-words.ts'
import type { ExpectedOrder, UpNext as Next, UnpaidOrder } from './own-booking-queries.ts'
import { PayOrCancel } from './pay-or-cancel.tsx'
import { PlaceList, type PlaceListProps } from './place-list.tsx'

/** Shows what is owed, and the next places of every kind: three, and the others folded (record 035). */
export function UpNext({
  query: { data, isPending, refetch },
  onMoved,
}: Pick<PlaceListProps, 'onMoved'> & { query: UseQueryResult<Next> }) {
  return (
    <section aria-labelledby="up-next" className="above-m stack gap-m">
      <div className="row spread">
        <h2 id="up-next" className="subheading">
          Up next
        </h2>
        <PageLink to={addresses.waiting()} className="text-link lone-link">
          Your waiting lists
        </PageLink>
      </div>
      {data ? (
        <>
          {data.unpaid.length + data.expected.length > 0 && <Owed {...data} />}
          {data.places.length > 0 ? (
            <PlaceList
              places={data.places.slice(0, maxUpNext)}
              total={data.coming}
              isBooked
              canMove
              canCancel
              isBrief
              onMoved={onMoved}
            />
          ) : (
            <p>
              Nothing is booked at the moment.{' '}
              <PageLink to={addresses.ofKind.class.timetable()} className="text-link lone-link">
                Find a class
              </PageLink>
              {data.last && (
                <>
                  {' '}
                  or {data.last.title} once more: <BookAgain kind={data.last.kind} place={data.last} />
                </>
              )}
            </p>
          )}
        </>
      ) : isPending ? (
        <ListSkeleton count={3} shape="card" />
      ) : (
        <ErrorPanel onRetry={() => void refetch()} />
      )}
    </section>
  )
}

/** Lists the unpaid orders, with their sum if there are several, and below them the money that is expected. */
function Owed({ unpaid, expected }: Pick<Next, 'unpaid' | 'expected'>) {
  const sum = unpaid.reduce((pence, { totalPence }) => pence + totalPence, 0)
  return (
    <div className="card owed">
      {unpaid.length > 1 && (
        <p className="lead">
          <b>{pounds(sum)} to pay</b> for {unpaid.length} orders
        </p>
      )}
      <ul>
        {unpaid.map(order => (
          <Unpaid key={order.orderNumber} order={order} />
        ))}
        {expected.map(order => (
          <Expected key={order.orderNumber} order={order} />
        ))}
      </ul>
    </div>
  )
}

function Unpaid({ order }: { order: UnpaidOrder }) {
  const today = useToday()
  return (
    <li className="unpaid">
      <p>
        <b>
          {pounds(order.totalPence)} to pay until {spokenUntil(order.holdExpiresAt, today)}:
        </b>{' '}
        <OrderLink order={order} />
      </p>
      <PayOrCancel order={order}>
        Pay now<span className="sr-only"> {pounds(order.totalPence)}</span>
      </PayOrCancel>
    </li>
  )
}

/** An order that the business expects money for. It does not expire, and its page says how it is paid. */
function Expected({ order }: { order: ExpectedOrder }) {
  const today = useToday()
  const { dueOn } = order
  return (
    <li className="unpaid">
      <p>
        <b>
          {weExpect(order)}
          {dueOn &&
            (dueOn < today ? `, due on ${spokenDate(dueOn, today)}` : ` by ${spokenDate(dueOn, today)}`)}
          :
        </b>{' '}
        <OrderLink order={order} />
      </p>
    </li>
  )
}

function OrderLink({ order }: { order: UnpaidOrder | ExpectedOrder }) {
  const today = useToday()
  return (
    <PageLink to={addresses.ofOrder(order)} className="text-link lone-link">
      {[order.name, daysBooked(order, today)].filter(Boolean).join(', ')}
    </PageLink>
  )
}
