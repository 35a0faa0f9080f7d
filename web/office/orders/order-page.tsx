import '../ui/thing.css'
import './order.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeOrder, OrderEvent } from '#contract/office/orders.ts'
import { telOf } from '#domain/email-address.ts'
import { addressLine } from '#domain/wording.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Fact } from '#web/ui/facts.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useLasts } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Section } from '../ui/section.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { orderQuery } from './order-queries.ts'
import { kindWords, methodWords, orderStates } from './order-words.ts'

/** One order: what it is of, what was paid, and what happened to it. */
export function OrderPage() {
  const { number } = useAddressOf(addresses.order)
  const found = useQuery(orderQuery(useOfficeApi(), number))
  const isSlow = useLasts(found.isPending)
  const navigate = useNavigate()
  const accountId = found.data?.order.accountId
  useOffersActions(
    accountId
      ? [{ label: 'Go to the family', run: () => navigate(addresses.family({ id: accountId })) }]
      : [],
  )
  if (!found.data) {
    if (found.isError) return <NotLoaded error={found.error} onRetry={found.refetch} level={1} />
    return isSlow ? <ListSkeleton count={6} shape="row" /> : null
  }
  const { order, guest } = found.data
  const [shape, word] = orderStates[order.state]
  return (
    <>
      <PageHead title={`Order ${order.number}`}>
        <p className="row gap-m">
          <StateWord is={shape}>{word}</StateWord>
          {order.accountId ? (
            <PageLink to={addresses.family({ id: order.accountId })}>{order.who}</PageLink>
          ) : (
            <span>{[order.who, 'guest', guest?.email, guest?.phone].filter(Boolean).join(' · ')}</span>
          )}
        </p>
      </PageHead>
      <div className="thing">
        <div className="stack">
          <Lines found={found.data} />
          <Delivery found={found.data} />
          <Payments found={found.data} />
          <Timeline events={found.data.events} isGuest={guest !== null} />
        </div>
        <Sums found={found.data} />
      </div>
    </>
  )
}

function Lines({ found: { places, items } }: { found: OfficeOrder }) {
  const today = useToday()
  return (
    <Section title="What was booked or bought">
      <ul className="plain-lines">
        {places.map(place => (
          <li key={place.bookingId} className="order-line">
            <span>
              <PageLink to={addresses.session({ id: place.sessionId })}>
                {spokenDate(place.date, today)}, {timeRange(place.startTime, place.endTime)}
              </PageLink>{' '}
              {place.title}, {place.venue} <span className="quiet">for {place.who}</span>
            </span>
            <span>
              {place.isTrial && 'Trial '}
              {place.state === 'cancelled' && <StateWord is="off">Cancelled</StateWord>}
            </span>
          </li>
        ))}
        {items.map(({ name, quantity, pence }) => (
          <li key={name} className="order-line">
            <span>
              {quantity} × {name}
            </span>
            <Money pence={pence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Where the products go, as it was written into the order. */
function Delivery({ found: { delivery } }: { found: OfficeOrder }) {
  if (!delivery) return null
  const { name, address, postcode, phone } = delivery
  return (
    <Section title="Delivery">
      <p>
        <span className="strong">{name}</span>
        <br />
        {addressLine([address, postcode])}
        <br />
        {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
      </p>
    </Section>
  )
}

const paymentStates = {
  created: ['open', 'Page is open'],
  succeeded: ['good', 'Received'],
  expired: ['off', 'Expired'],
  mismatched: ['look', 'Differs'],
} as const

function Payments({ found: { payments } }: { found: OfficeOrder }) {
  const today = useToday()
  if (payments.length === 0) return null
  return (
    <Section title="Payments">
      <ul className="plain-lines">
        {payments.map(payment => (
          <li key={payment.createdAt} className="order-line">
            <span>
              <StateWord is={paymentStates[payment.state][0]}>{paymentStates[payment.state][1]}</StateWord>{' '}
              <span className="quiet">
                {spokenInstant(payment.settledAt ?? payment.createdAt, today)}{' '}
                {payment.dashboard ? (
                  <a href={payment.dashboard} target="_blank" rel="noreferrer">
                    {payment.reference}
                  </a>
                ) : (
                  payment.reference
                )}
              </span>
              {payment.back.map(back => (
                <span key={back.at} className="order-back">
                  {pounds(back.pence)} back, {back.state === 'succeeded' ? 'done' : 'on its way'},{' '}
                  {spokenInstant(back.at, today)}
                  {back.reason && `: ${back.reason}`}
                </span>
              ))}
            </span>
            <Money pence={payment.pence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const eventWords: Record<OrderEvent['what'], string> = {
  placed: 'Placed',
  pageOpened: 'Card page opened',
  paid: 'Paid',
  differs: 'The payment differs',
  points: 'Reward points',
  moved: 'Moved',
  newTime: 'Given a new time',
  told: 'Told',
  refundAsked: 'Money on its way back',
  refunded: 'Money is back',
  sent: 'Sent',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
const reasons: Record<string, string> = {
  expired: 'not paid in time',
  credits: 'with credits',
  free: 'free of charge',
}

function Timeline({ events, isGuest }: { events: OrderEvent[]; isGuest: boolean }) {
  const today = useToday()
  const people = { family: isGuest ? 'the guest' : 'the family', site: 'our site', office: 'the office' }
  return (
    <Section title="What happened">
      <ol className="order-events">
        {events.map(({ at, what, words, pence, by, byName }) => (
          <li key={`${at} ${what} ${words}`}>
            <span className="figures quiet">{spokenInstant(at, today)}</span>
            <span>
              {eventWords[what]}
              {words && `: ${reasons[words] ?? words}`}
              {pence !== null && pence > 0 && ` ${pounds(pence)}`}
              <span className="quiet"> by {byName || people[by]}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Sums({ found }: { found: OfficeOrder }) {
  const today = useToday()
  const { order, listPence, creditPence, discountPence, paidPence, creditsUsed } = found
  return (
    <dl className="thing-facts">
      <Fact name="Kind">{kindWords[order.kind]}</Fact>
      <Fact name="Placed">{spokenInstant(order.placedAt, today)}</Fact>
      {order.state === 'unpaid' && order.holdExpiresAt && (
        <Fact name="Kept until">{spokenInstant(order.holdExpiresAt, today)}</Fact>
      )}
      <Fact name="List price">{pounds(listPence)}</Fact>
      {creditPence > 0 && <Fact name="Paid with credits">{`${pounds(creditPence)} (${creditsUsed})`}</Fact>}
      {discountPence > 0 && <Fact name="Discount">{pounds(discountPence)}</Fact>}
      <Fact name="Total">{pounds(order.totalPence)}</Fact>
      <Fact name="Paid">{`${pounds(paidPence)}, ${methodWords[order.method].toLowerCase()}`}</Fact>
      {order.backPence > 0 && <Fact name="Given back">{pounds(order.backPence)}</Fact>}
    </dl>
  )
}
