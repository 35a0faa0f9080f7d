import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation.tsx'
import { useSearchParams } from '#web/router.tsx'
import { slashedMoment, spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { type BookingOrder, orderQuery } from './order-queries.ts'
import { attendeeHeading, attendeeOf, methodWord, statusWord } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

/** One order with its bookings; unpaid, it can be paid or cancelled (spec 2 §2, §4). */
export function OrderDetail({ kind }: { kind: OfferingKind }) {
  const [search] = useSearchParams()
  const orderNumber = search.get('order_sn') ?? ''
  const order = useQuery({ ...orderQuery(useApi(), kind, orderNumber), enabled: orderNumber !== '' })
  if (order.data) return <Order kind={kind} order={order.data} />
  if (order.isPending && orderNumber) return <PageSkeleton />
  return (
    <div className="page-width py-8">
      <EmptyState
        title={sentences.orderNotFound}
        level={1}
        action={<LinkButton to="/home/userInfo/orderList">My Bookings</LinkButton>}
      >
        Your other orders are all in My Bookings.
      </EmptyState>
    </div>
  )
}

function Order({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  return (
    <article className="page-width py-8">
      <PageLink
        to="/home/userInfo/orderList"
        className="text-link inline-flex items-center gap-1 print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        My Bookings
      </PageLink>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{order.name}</h1>
        <StatusBadge status={order.status} />
      </div>
      <dl className="card mt-6 grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 lg:grid-cols-3">
        <Fact label="Order number">
          <span className="tabular-nums break-all">{order.orderNumber}</span>
        </Fact>
        <Fact label="Name">{order.name}</Fact>
        <Fact label="Order time">{slashedMoment(order.placedAt)}</Fact>
        <Fact label="Status">{statusWord(order.status)}</Fact>
        <Fact label="Amount">
          <Money pence={order.totalPence} />
        </Fact>
        <Fact label="Method">{methodWord(order.paymentMethod)}</Fact>
        {order.creditsUsed > 0 && <Fact label="Credits used">{order.creditsUsed}</Fact>}
      </dl>
      {order.status === 'pending' && <PayOrCancel kind={kind} order={order} />}
      <BookedSessions kind={kind} order={order} />
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}

const cancelQuestion = 'Do you want to cancel this order? Its places are given back.'

function PayOrCancel({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [confirm, confirmDialog] = useConfirm()
  const { orderNumber } = order
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['order', kind, orderNumber] }),
      queryClient.invalidateQueries({ queryKey: ['orders', kind] }),
    ])
  const pay = useMutation({
    mutationFn: () => api.payments.openCardPage({ orderNumber, device: 'web' }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: reload,
  })
  const cancel = useMutation({
    mutationFn: () => api.bookings[kind].cancel({ orderNumber }),
    onSuccess: () => showSuccess(sentences.orderCancelled),
    onSettled: reload,
  })
  // The button stays busy while the browser leaves for the card page.
  const isLeaving = pay.isPending || pay.isSuccess
  return (
    <section aria-label="Payment" className="card mt-4 grid gap-4 bg-sun-soft p-5 print:hidden">
      <p>
        {order.holdExpiresAt
          ? `We are keeping your places until ${order.holdExpiresAt.slice(11, 16)}. Pay by card to confirm them.`
          : 'Pay by card to confirm your places.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isLeaving} onClick={() => !cancel.isPending && pay.mutate()}>
          Proceed
        </Button>
        <Button
          look="secondary"
          isBusy={cancel.isPending}
          onClick={async () => {
            if (isLeaving) return
            if (await confirm(cancelQuestion, { yes: 'Cancel the order', no: 'Keep it' })) cancel.mutate()
          }}
        >
          Cancel
        </Button>
      </div>
      {confirmDialog}
    </section>
  )
}

function BookedSessions({ kind, order }: { kind: OfferingKind; order: BookingOrder }) {
  return (
    <section aria-labelledby="booking-details" className="mt-8">
      <h2 id="booking-details" className="text-2xl">
        Booking details
      </h2>
      <div className="card mt-4 hidden overflow-x-auto md:block">
        <table className="w-full text-left">
          <thead className="bg-cream text-sm">
            <tr>
              {['Class', 'Class Date', 'Venue', 'Age group', 'Class Time', attendeeHeading(kind)].map(
                heading => (
                  <th key={heading} scope="col" className="px-4 py-3 font-bold">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {order.sessions.map(session => (
              <tr key={session.bookingId} className="border-t border-line">
                <td className="px-4 py-3 font-bold">
                  {session.name}
                  {session.isTrial && ' (trial)'}
                </td>
                <td className="px-4 py-3">{spokenDays(session.startDate, session.endDate)}</td>
                <td className="px-4 py-3">{session.venue}</td>
                <td className="px-4 py-3">{session.ages}</td>
                <td className="px-4 py-3">{timeRange(session.startTime, session.endTime)}</td>
                <td className="px-4 py-3">{attendeeOf(session)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="mt-4 grid gap-3 md:hidden">
        {order.sessions.map(session => (
          <li key={session.bookingId} className="card grid gap-1 p-4">
            <p className="font-bold">
              {spokenDays(session.startDate, session.endDate)},{' '}
              {timeRange(session.startTime, session.endTime)}
            </p>
            <p>
              {session.name}
              {session.isTrial && ' (trial)'}
            </p>
            <p className="text-sm text-quiet">
              {session.venue} · {session.ages} · {attendeeOf(session)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
