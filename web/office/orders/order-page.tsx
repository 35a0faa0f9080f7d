import '../ui/thing.css'
import './order.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeOrder, OrderEvent } from '#contract/office/orders.ts'
import { classToCollectAt } from '#domain/collect-at-class.ts'
import { deskMethods } from '#domain/desk-payment.ts'
import { telOf } from '#domain/email-address.ts'
import { addressLine } from '#domain/format-dates.ts'
import { ringThem, whoIsTold } from '#domain/office/order-sentences.ts'
import { creditText, paidWith } from '#domain/prices.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { Money, pounds } from '#web/ui/money.tsx'
import { ClaimGuest } from '../families/claim-guest.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { useOffersActions } from '../ui/page-actions.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { QuestionAndAnswer } from '../ui/question-and-answer.tsx'
import { Section } from '../ui/section.tsx'
import { showToRing } from '../ui/show-to-ring.ts'
import { StateWord } from '../ui/state-word.tsx'
import { AskRefund } from './ask-refund.tsx'
import { AskedRefunds } from './asked-refunds.tsx'
import { CancelPlace, CancelPlaces } from './cancel-places.tsx'
import { ExpectedMoney } from './expected-money.tsx'
import { MovePlace } from './move-button.tsx'
import { OrderNotes } from './order-notes.tsx'
import { orderQuery, useEndOrder, useRetryRefund } from './order-queries.ts'
import { kindWords, methodWords, needsWords, orderStates } from './order-words.ts'
import { PaymentDiffers } from './payment-differs.tsx'
import { GiveByHand, RefundOrder } from './refund-order.tsx'
import { wayWords } from './refund-way.tsx'
import { ringOnOf } from './ring-on.ts'
import { ToRing } from './to-ring.tsx'
import { UnpaidOrder } from './unpaid-order.tsx'
import { useMarkSent } from './use-mark-sent.tsx'
import { WhoOrdered } from './who-ordered.tsx'

/** Shows one order: its items, payments and history. */
export function OrderPage() {
  const { number } = useAddressOf(addresses.order)
  const found = useQuery(orderQuery(useOfficeApi(), number))
  const isSlow = useDelayed(found.isPending)
  const navigate = useNavigate()
  const accountId = found.data?.order.accountId
  useOffersActions(
    accountId
      ? [{ label: 'Go to the family', run: () => navigate(addresses.family({ id: accountId })) }]
      : [],
  )
  if (!found.data) {
    if (found.isError)
      return <NotLoaded error={found.error} onRetry={found.refetch} level={1} back={allOrders} />
    return isSlow ? <ListLoading count={6} shape="row" /> : null
  }
  const { order, guest } = found.data
  const [shape, word] = orderStates[order.state]
  return (
    <>
      <PageHead title={`Order ${order.number}`} action={<OrderActions found={found.data} />}>
        <p className="row gap-m">
          <strong className="order-total figures">{pounds(order.totalPence)}</strong>
          <StateWord is={shape}>{word}</StateWord>
          {isDisputed(found.data) && <StateWord is="look">{needsWords.disputed}</StateWord>}
          {order.accountId ? (
            <PageLink to={addresses.family({ id: order.accountId })}>{order.who}</PageLink>
          ) : (
            <span>{[order.who, 'guest', guest?.email, guest?.phone].filter(Boolean).join(' · ')}</span>
          )}
        </p>
        {guest?.email === '' && <p className="hint-box">{ringThem(guest.phone)}</p>}
      </PageHead>
      <div className="thing">
        <div className="stack">
          {found.data.toRing.length > 0 && (
            <Section title="Please ring">
              <ToRing guests={found.data.toRing} />
            </Section>
          )}
          <PaymentDiffers found={found.data} />
          <UnpaidOrder found={found.data} />
          <ExpectedMoney found={found.data} />
          <AskedRefunds found={found.data} />
          <Lines found={found.data} />
          <Payments found={found.data} />
        </div>
        <div className="thing-side stack">
          <Section title="Money">
            <Sums found={found.data} />
          </Section>
          <WhoOrdered found={found.data} />
          <Delivery found={found.data} />
          <OrderNotes found={found.data} />
        </div>
        <Timeline events={found.data.events} isGuest={guest !== null} />
      </div>
    </>
  )
}

/** Whether the customer disputes a payment at their bank, and nobody has decided yet. */
const isDisputed = ({ payments }: OfficeOrder) =>
  payments.some(({ disputes }) => disputes.some(({ state }) => state === 'open'))

const allOrders = { to: addresses.orders(), label: 'All orders' }

const isPaidOrder = ({ order }: OfficeOrder) => !['unpaid', 'differs', 'cancelled'].includes(order.state)

/** Offers the actions that the order's state allows. */
function OrderActions({ found }: { found: OfficeOrder }) {
  const [opened, setOpened] = useState<'cancel' | 'refund' | 'ask'>()
  const [ask, question] = useQuestion()
  const end = useEndOrder()
  const [mayCancel, mayRefund, mayEnd, mayAsk] = [
    useMay('booking.cancel'),
    useMay('order.refund'),
    useMay('order.end'),
    useMay('order.askRefund'),
  ]
  const isAsked = found.asked.some(({ state }) => state === 'open')
  const { order, places, money } = found
  const isPaid = isPaidOrder(found)
  const mayGetCredits = isPaid && order.accountId !== null
  const endOrder = async () => {
    const answer = await ask({
      title: 'End this unpaid order?',
      facts: [
        ['Places', places.length],
        ['To be paid', pounds(order.totalPence)],
      ],
      children: (
        <p>
          Its places and products can be booked by others at once. {whoIsTold(ringOnOf(found))}. This cannot
          be undone.
        </p>
      ),
      verb: 'End the order',
      wantsReason: true,
    })
    if (!answer) return
    await end.mutateAsync({ number: order.number, reason: answer.reason })
    if (ringOnOf(found)) showToRing(order.number)
  }
  const close = () => setOpened(undefined)
  return (
    <div className="row gap-s">
      {found.guest && <ClaimGuest number={order.number} email={found.guest.email} />}
      {mayEnd && order.state === 'unpaid' && (
        <Button look="secondary" isBusy={end.isPending} onClick={() => void endOrder().catch(() => {})}>
          End the order
        </Button>
      )}
      {mayRefund && order.state !== 'differs' && (money.leftPence > 0 || mayGetCredits) && (
        <Button look="secondary" onClick={() => setOpened('refund')}>
          Refund
        </Button>
      )}
      {mayAsk && !mayRefund && !isAsked && money.leftPence > 0 && order.state !== 'differs' && (
        <Button look="secondary" onClick={() => setOpened('ask')}>
          Ask for a refund
        </Button>
      )}
      {mayCancel && isPaid && places.some(({ state }) => state === 'confirmed') && (
        <Button look="secondary" onClick={() => setOpened('cancel')}>
          Cancel places
        </Button>
      )}
      {question}
      {opened === 'cancel' && <CancelPlaces number={order.number} onClose={close} />}
      {opened === 'ask' && <AskRefund found={found} onClose={close} />}
      {opened === 'refund' && <RefundOrder found={found} onClose={close} />}
    </div>
  )
}

/** Describes what was paid for a place, and what happened to the money once it was cancelled. */
function placeMoneyWords({
  payablePence,
  creditsUsed,
  backPence,
  settlement,
}: OfficeOrder['placeMoney'][number]): string {
  if (!settlement) {
    const back = backPence > 0 ? `, ${pounds(backPence)} back` : ''
    return paidWith(payablePence, creditsUsed) + back
  }
  const { refundedPence, asCreditsPence, keptPence, notReceivedPence, creditsReturned, creditsGranted } =
    settlement
  const credits = creditsReturned + creditsGranted
  return [
    refundedPence > 0 && `${pounds(refundedPence)} back`,
    credits > 0 && `${creditText(credits)} back`,
    keptPence > 0 && `${pounds(keptPence)} kept`,
    notReceivedPence > 0 && `${pounds(notReceivedPence)} not received`,
    refundedPence + asCreditsPence + keptPence + notReceivedPence + credits === 0 && 'nothing back',
  ]
    .filter(Boolean)
    .join(', ')
}

function Lines({ found }: { found: OfficeOrder }) {
  const { places, placeMoney, items } = found
  const isPaid = isPaidOrder(found)
  const today = useToday()
  const moneyOf = new Map(placeMoney.map(money => [money.bookingId, money]))
  return (
    <Section title="What was booked or bought">
      <ul className="plain-lines">
        {places.map(place => (
          <li key={place.bookingId} className="order-line">
            <span>
              <PageLink to={addresses.session({ id: place.sessionId })}>
                {spokenDate(place.date, today)}, {timeRange(place.startTime, place.endTime)}
              </PageLink>{' '}
              <span className="order-back">
                {place.title}, {place.venue} <span className="quiet">for {place.who}</span>
              </span>
              {place.question && (
                <span className="order-back">
                  <QuestionAndAnswer question={place.question} answer={place.answer} />
                </span>
              )}
              <PriceOfPlace
                money={moneyOf.get(place.bookingId)}
                isExpected={found.expected?.isOpen === true}
              />
            </span>
            <span>
              {place.isTrial && 'Trial '}
              {place.state === 'cancelled' && <StateWord is="off">Cancelled</StateWord>}{' '}
              <MoneyOfPlace money={moneyOf.get(place.bookingId)} /> {isPaid && <MovePlace place={place} />}{' '}
              {isPaid && <CancelPlace place={place} />}
            </span>
          </li>
        ))}
        {items.map(({ name, quantity, pence, returned }) => (
          <li key={name} className="order-line">
            <span>
              {quantity} × {name}
              {returned > 0 && <span className="quiet">, {returned} came back</span>}
            </span>
            <Money pence={pence} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows the list price if something else was paid. */
function PriceOfPlace({
  money,
  isExpected,
}: {
  money: OfficeOrder['placeMoney'][number] | undefined
  isExpected: boolean
}) {
  if (!money || (money.payablePence === money.listPence && !money.settlement)) return null
  const { listPence, creditsUsed, settlement } = money
  const payablePence = money.payablePence - (settlement?.notReceivedPence ?? 0)
  return (
    <span className="quiet order-back">
      List price {pounds(listPence)}, {isExpected ? 'to pay' : 'paid'} {paidWith(payablePence, creditsUsed)}
    </span>
  )
}

const MoneyOfPlace = ({ money }: { money: OfficeOrder['placeMoney'][number] | undefined }) =>
  money && <span className="figures">{placeMoneyWords(money)}</span>

/** Where the products go, as it was written into the order, and whether they were sent. */
function Delivery({ found: { delivery, order } }: { found: OfficeOrder }) {
  const today = useToday()
  const maySend = useMay('stock.move')
  const [markSent, question, isMarking] = useMarkSent(delivery?.isCollected)
  if (!delivery) return null
  const { name, address, postcode, phone, isCollected, collectAt, isToSend, sentAt, sentBy, isGiven } =
    delivery
  return (
    <Section title="Delivery">
      {isToSend && <StateWord is="open">{isCollected ? 'Hand over at class' : 'To send'}</StateWord>}
      {sentAt && (
        <StateWord is="good">
          {isGiven ? 'Given to them' : isCollected ? 'Handed over' : 'Sent'} {spokenInstant(sentAt, today)}
          {sentBy && ` by ${sentBy}`}
        </StateWord>
      )}
      <p>
        <span className="strong">{name}</span>
        <br />
        {isCollected
          ? isToSend && `Next class: ${collectAt ? classToCollectAt(collectAt) : 'none is booked'}`
          : addressLine([address, postcode])}
        <br />
        {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
      </p>
      {isToSend && maySend && (
        <div>
          <Button isBusy={isMarking} onClick={() => void markSent([order.number])}>
            {isCollected ? 'Mark as handed over' : 'Mark as sent'}
          </Button>
        </div>
      )}
      {question}
    </Section>
  )
}

const paymentStates = {
  created: ['open', 'Page is open'],
  succeeded: ['good', 'Received'],
  expired: ['off', 'Expired'],
  mismatched: ['look', 'Differs'],
  refused: ['off', 'Refunded'],
  expected: ['open', 'Expected'],
  received: ['good', 'Received'],
} as const

function Payments({ found: { payments, expected } }: { found: OfficeOrder }) {
  const today = useToday()
  const received = (state: (typeof payments)[number]['state']) =>
    state === 'expected' ? (expected?.receivedPence ?? 0) : 0
  if (payments.length === 0) return null
  return (
    <Section title="Payments">
      <ul className="plain-lines">
        {payments.map(payment => (
          <li key={payment.createdAt} className="order-line">
            <span>
              <StateWord is={paymentStates[payment.state][0]}>{paymentStates[payment.state][1]}</StateWord>{' '}
              <span className="quiet">
                {payment.method !== 'card' && `${deskMethods[payment.method]}, `}
                {payment.isOfFormerAccount && 'into a former Stripe account, '}
                {payment.differs && `${pounds(payment.pence)} was asked for, `}
                {received(payment.state) > 0 &&
                  `${pounds(received(payment.state))} of ${pounds(payment.pence)} received, `}
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
                <RefundLine key={back.id} refund={back} />
              ))}
              {payment.disputes.map(dispute => (
                <DisputeLine key={dispute.id} dispute={dispute} dashboard={payment.dashboard} />
              ))}
            </span>
            <Money pence={payment.differs?.pence ?? payment.pence - received(payment.state)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

const refundStates = {
  requested: 'on its way',
  waiting: 'waiting: your Stripe balance is too low. Top it up or wait for sales',
  succeeded: 'done',
  failed: 'failed',
  superseded: 'replaced by a refund at Stripe',
} as const

const waitsForDispute = 'waiting: the customer disputes this payment'

const disputeWords = {
  open: 'nobody has decided about it yet. Until then nothing of it can be refunded',
  won: 'decided for you',
  lost: 'decided for the customer: the money is gone, the places stay',
} as const

/** Shows a dispute of a payment. While it is open, staff answer it at the card provider. */
function DisputeLine({
  dispute: { pence, reason, state, openedAt, closedAt },
  dashboard,
}: {
  dispute: OfficeOrder['payments'][number]['disputes'][number]
  dashboard: string
}) {
  const today = useToday()
  return (
    <span className="order-back">
      <StateWord is={state === 'open' ? 'look' : 'off'}>Disputed</StateWord> {pounds(pence)},{' '}
      {spokenInstant(openedAt, today)}
      {reason && ` (${reason.replaceAll('_', ' ')})`}: {disputeWords[state]}
      {closedAt && `, ${spokenInstant(closedAt, today)}`}
      {state === 'open' && dashboard && (
        <>
          .{' '}
          <a href={dashboard} target="_blank" rel="noreferrer">
            Answer it at Stripe
          </a>
        </>
      )}
    </span>
  )
}

/** Plain words for the provider's reasons why a refund failed. Other reasons are shown as they are. */
const failureWords: Record<string, string> = {
  card_not_supported: 'the card cannot be credited',
  charge_already_refunded: 'already refunded at Stripe',
  expired_or_canceled_card: 'the card has expired or was cancelled',
  lost_or_stolen_card: 'the card was lost or stolen',
  refunded_at_provider: 'refunded at Stripe meanwhile',
  declined: 'the bank declined it',
  failed: 'the bank sent it back',
  formerAccount: 'it was paid into a former Stripe account, so give it back by hand',
}

function stateOfRefund({ state, why, method }: OfficeOrder['payments'][number]['back'][number]): string {
  if (state === 'waiting' && why === 'disputed') return waitsForDispute
  return state === 'failed' && method === 'hand' ? 'still to be given' : refundStates[state]
}

/** Shows one refund. If it failed, says what a person can do. */
function RefundLine({ refund }: { refund: OfficeOrder['payments'][number]['back'][number] }) {
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const retry = useRetryRefund()
  const mayRefund = useMay('order.refund')
  const { id, pence, beyondPence, state, at, reason, by, kind, method, reference, why } = refund
  return (
    <span className="order-back">
      {pounds(pence)} back {wayWords[method]}
      {reference && ` (${reference})`}, {stateOfRefund(refund)}
      {state === 'failed' && why && ` (${failureWords[why] ?? why})`}, {spokenInstant(at, today)}
      {by && ` by ${by}`}
      {kind === 'atStripe' ? ': refunded at Stripe, place still held' : reason && `: ${reason}`}
      {beyondPence > 0 && `. ${pounds(beyondPence)} of it is more than came in`}
      {state === 'failed' && mayRefund && (
        <span className="row gap-s">
          {method !== 'hand' && (
            <Button
              size="small"
              look="secondary"
              isBusy={retry.isPending}
              onClick={() => void retry.mutateAsync({ refundId: id }).catch(() => {})}
            >
              Try again
            </Button>
          )}
          <Button size="small" look="secondary" onClick={() => setOpen(true)}>
            Record it by hand
          </Button>
        </span>
      )}
      {isOpen && <GiveByHand refund={refund} onClose={() => setOpen(false)} />}
    </span>
  )
}

const eventWords: Record<OrderEvent['what'], string> = {
  placed: 'Placed',
  pageOpened: 'Card page opened',
  paid: 'Paid',
  expected: 'Payment expected',
  received: 'Received',
  receiptCorrected: 'Receipt corrected',
  differs: 'The payment differs',
  points: 'Reward points',
  moved: 'Moved',
  newTime: 'Given a new time',
  told: 'Told',
  linkMailed: 'Payment link mailed',
  reminded: 'Reminded of the payment',
  claimed: 'Came into the family’s account',
  placeCancelled: 'Place cancelled',
  refundAsked: 'Refund started',
  refundFailed: 'Refund failed',
  refunded: 'Refunded',
  itemsReturned: 'Came back',
  creditsTaken: 'Credits of the pack given back',
  creditsGiven: 'Credits given as goodwill',
  disputed: 'Disputed at the bank',
  disputeWon: 'Dispute won',
  disputeLost: 'Dispute lost',
  sent: 'Sent',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
const reasons: Record<string, string> = {
  expired: 'not paid in time',
  credits: 'with credits',
  free: 'free of charge',
  ...deskMethods,
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
              {words && `: ${reasons[words] ?? failureWords[words] ?? words}`}
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
  const { order, listPence, creditPence, discountPence, paidPence, creditsUsed, money } = found
  const isPaidAtDesk = order.method === 'desk'
  // Its money is expected, or was taken back before any had come.
  const isNotPaid = found.expected?.isOpen || (isPaidAtDesk && paidPence === 0)
  return (
    <dl className="thing-facts thing-sums">
      <Fact name="Kind">{kindWords[order.kind]}</Fact>
      <Fact name="Placed">
        {spokenInstant(order.placedAt, today)}
        {found.placedBy && ` by ${found.placedBy}`}
      </Fact>
      {order.state === 'unpaid' && order.holdExpiresAt && (
        <Fact name="Kept until">{spokenInstant(order.holdExpiresAt, today)}</Fact>
      )}
      <Fact name="List price">
        {pounds(listPence)}
        {order.postagePence > 0 && `, with postage ${pounds(order.postagePence)}`}
      </Fact>
      {creditPence > 0 && <Fact name="Paid with credits">{`${pounds(creditPence)} (${creditsUsed})`}</Fact>}
      {discountPence > 0 && (
        <Fact name="Discount">
          {pounds(discountPence)}
          {found.discountCode && `, code ${found.discountCode}`}
        </Fact>
      )}
      <Fact name="Total">{pounds(order.totalPence)}</Fact>
      <Fact name={isNotPaid ? 'Received' : 'Paid'}>
        {isNotPaid ? pounds(paidPence) : `${pounds(paidPence)}, ${methodWords[order.method].toLowerCase()}`}
      </Fact>
      {money.backPence > 0 && <Fact name="Refunded">{pounds(money.backPence)}</Fact>}
      {found.packCreditsBack > 0 && <Fact name="Credits given back">{found.packCreditsBack}</Fact>}
      {found.goodwillCredits > 0 && <Fact name="Goodwill">{creditText(found.goodwillCredits)}</Fact>}
      {money.owedPence > 0 && (
        <Fact name={isPaidAtDesk ? 'To give back' : 'Refund failed'}>{pounds(money.owedPence)}</Fact>
      )}
      {money.asCreditsPence > 0 && <Fact name="Became credits">{pounds(money.asCreditsPence)}</Fact>}
      {money.keptPence > 0 && <Fact name="Kept">{pounds(money.keptPence)}</Fact>}
      {found.expected?.isOpen && (
        <Fact name="Expected">{pounds(found.expected.pence - found.expected.receivedPence)}</Fact>
      )}
      {money.staysPence < paidPence && <Fact name="Stays">{pounds(money.staysPence)}</Fact>}
    </dl>
  )
}
