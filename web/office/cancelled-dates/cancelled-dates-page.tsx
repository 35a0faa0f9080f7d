import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { CancelledDatesProgress, SettledOrder } from '#contract/office/cancelled-dates.ts'
import { counted } from '#domain/counted.ts'
import { creditText } from '#domain/prices.ts'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { pounds } from '#web/ui/money.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PermittedLink } from '../ui/permitted-link.tsx'
import { RingBox } from '../ui/ring-box.tsx'
import { Section } from '../ui/section.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { progressQuery, useMarkPhoned, useUndoCancel } from './cancelled-dates-queries.ts'

/**
 * Shows cancelled dates, or the goodwill for a begun one: a minute of Undo, then who was told, what
 * was refunded, and what a person must do.
 */
export function CancelledDatesPage() {
  const { id } = useAddressOf(addresses.cancelledDates)
  const today = useToday()
  const progress = useQuery(progressQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(progress.isPending)
  if (!progress.data) {
    if (progress.isError) return <NotLoaded error={progress.error} onRetry={progress.refetch} level={1} />
    return isSlow ? <ListLoading count={8} shape="row" /> : null
  }
  const { dates, by, cancelledAt, note, undone, isGoodwill, reason } = progress.data
  const title = isGoodwill ? 'Money back for a date' : titleOf(dates.length)
  return (
    <>
      <PageHead title={title}>
        <p>
          {by}, {spokenInstant(cancelledAt, today)}
          {reason && `: ${reason}`}
        </p>
      </PageHead>
      <div className="stack">
        <ul className="plain-lines">
          {dates.map(date => (
            <li key={date.id}>
              {undone || isGoodwill ? (
                <DateWords date={date} />
              ) : (
                <s>
                  <DateWords date={date} />
                </s>
              )}{' '}
              <PermittedLink to={addresses.session(date)}>Register</PermittedLink>
            </li>
          ))}
        </ul>
        {note && <p>“{note}”</p>}
        <State progress={progress.data} />
        {!undone && <NeedsYou progress={progress.data} />}
        {!undone && <Orders progress={progress.data} />}
      </div>
    </>
  )
}

const titleOf = (count: number) => (count === 1 ? 'A cancelled date' : `${count} cancelled dates`)

function DateWords({ date }: { date: CancelledDatesProgress['dates'][number] }) {
  const today = useToday()
  return (
    <>
      <span className="strong">{date.title}</span>, {spokenDate(date.date, today)},{' '}
      {timeRange(date.startTime, date.endTime)}, {date.venue}
    </>
  )
}

function State({ progress }: { progress: CancelledDatesProgress }) {
  const today = useToday()
  const undo = useUndoCancel()
  const mayUndo = useMay('session.cancel')
  const { id, secondsToUndo, undone, settledAt, orders, isGoodwill } = progress
  const settled = orders.filter(({ isSettled }) => isSettled).length
  if (undone) {
    return (
      <p role="status">
        {undone.by} undid this, {spokenInstant(undone.at, today)}. Everything is as before, and nobody was
        told.
      </p>
    )
  }
  if (secondsToUndo > 0) {
    return (
      <div className="stack gap-s">
        <p role="status">
          {isGoodwill ? 'The date stands.' : 'Sales have stopped.'} Nobody has been told yet, and nothing is{' '}
          {isGoodwill ? 'refunded' : 'settled'}.
        </p>
        {mayUndo && (
          <p className="row">
            <Button
              look="secondary"
              isBusy={undo.isPending}
              onClick={() => void undo.mutateAsync({ id }).catch(() => {})}
            >
              Undo
            </Button>
            <span className="figures">{counted(secondsToUndo, 'second')} left</span>
          </p>
        )}
      </div>
    )
  }
  return (
    <p role="status">
      <StateWord is={settledAt ? 'good' : 'part'}>
        {settledAt ? 'Settled' : `Being settled: ${settled} of ${orders.length} orders`}
      </StateWord>
    </p>
  )
}

const obstacles = {
  pageOpen: 'The card page is still open. It is tried again every minute',
  provider: 'The card provider does not answer. It is tried again every minute',
  disputed: 'The customer disputes the payment, so nothing was refunded',
  lessLeft: 'The order had less money left than this refund',
} as const

/** Lists what a person must finish: guests to ring, orders that are not settled, and refunds that failed. */
function NeedsYou({ progress }: { progress: CancelledDatesProgress }) {
  const { id, orders, settledAt } = progress
  const markPhoned = useMarkPhoned()
  const unsettled = orders.flatMap(order =>
    order.obstacle ? [{ order, why: obstacles[order.obstacle] }] : [],
  )
  const refunds = orders.flatMap(order => {
    if (order.refund === 'failed')
      return [{ order, why: 'The refund failed. Try again or settle it by hand' }]
    if (order.refund === 'disputed')
      return [{ order, why: 'The refund waits: the customer disputes the payment' }]
    return order.refund === 'waiting'
      ? [{ order, why: 'The refund waits: the Stripe balance is too low' }]
      : []
  })
  const toRing = orders.filter(({ email, isSettled }) => email === '' && isSettled)
  if (unsettled.length + refunds.length + toRing.length === 0) {
    const isDone = settledAt !== null && orders.length > 0 && orders.every(({ toldAt }) => toldAt !== null)
    return isDone && <p>Everybody was told by email: nobody has to be rung.</p>
  }
  return (
    <Section title="Needs you">
      <ul className="plain-lines">
        {[...unsettled, ...refunds].map(({ order, why }) => (
          <li key={order.orderId}>
            <PermittedLink to={addresses.order({ number: order.orderNumber })}>{order.name}</PermittedLink>:{' '}
            {why}
          </li>
        ))}
        {toRing.map(order => (
          <li key={order.orderId}>
            <RingBox
              {...{ name: order.name, phone: order.phone }}
              isRung={order.rungAt !== null}
              isBusy={markPhoned.isPending}
              onChange={isRung => markPhoned.mutateAsync({ id, orderId: order.orderId, isRung })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const refundWords = {
  none: '',
  requested: 'on its way',
  waiting: 'waiting',
  disputed: 'waiting for the dispute',
  succeeded: 'done',
  failed: 'failed',
  superseded: 'refunded in another way',
} as const

function backOf(
  { isSettled, isEnded, refundedPence, refund, isPaidAtDesk, credits, moved }: SettledOrder,
  isGoodwill: boolean,
): string {
  if (!isSettled) return ''
  const back = [
    refundedPence > 0 &&
      `${pounds(refundedPence)} ${isPaidAtDesk ? `by hand, ${refund === 'failed' ? 'still to be given' : 'given'}` : `to the card, ${refundWords[refund]}`}`,
    credits > 0 && creditText(credits),
    moved > 0 && `${moved} moved`,
    isEnded && 'Was not paid, ended',
  ].filter(Boolean)
  return back.join(' · ') || (isGoodwill ? 'Nothing' : 'Nothing was paid')
}

function Orders({ progress }: { progress: CancelledDatesProgress }) {
  const today = useToday()
  return (
    <Section title="Who was told, and what was refunded">
      <DataTable<SettledOrder>
        label="Families"
        list={wholeList(progress.orders)}
        keyOf={({ orderId }) => orderId}
        toOf={({ orderNumber }) => addresses.order({ number: orderNumber })}
        columns={[
          { heading: 'Family', cell: ({ name }) => name },
          { heading: 'Who', cell: ({ who }) => who.join(', '), isName: true },
          { heading: 'Telephone', cell: ({ phone }) => phone, isMoment: true },
          { heading: 'Refunded', cell: order => backOf(order, progress.isGoodwill) },
          {
            heading: 'Told',
            cell: ({ email, toldAt, rungAt, obstacle, refundedPence, credits }) =>
              obstacle && refundedPence + credits === 0
                ? ''
                : email === ''
                  ? rungAt
                    ? `Rung ${spokenInstant(rungAt, today)}`
                    : 'To ring'
                  : toldAt
                    ? `By email, ${spokenInstant(toldAt, today)}`
                    : '',
          },
        ]}
        empty={{ sentence: 'Nobody had booked' }}
      />
    </Section>
  )
}
