import * as addresses from '#contract/addresses.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { collectInWords } from '#domain/collect-at-class.ts'
import {
  type DeskMoney,
  type DeskPayment,
  howToPayLater,
  paidAtDesk,
  paymentExpected,
} from '#domain/desk-payment.ts'
import { longDay, longMoment } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import type { CollectAt } from '#domain/product-orders.ts'
import { pointsFor } from '#domain/reward-points.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { type News, notifyCustomers } from '#server/features/notifications/notify-customer.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { arrivalDetails } from './arrival-details.ts'
import { findCollectAt } from './collect-at-class.ts'
import {
  classCredits,
  describeOrder,
  describeOrders,
  isFreeGuestOrder,
  type OrderDescription,
  rowsOfOrder,
  withoutCancelled,
} from './describe-order.ts'
import { guestOrderAddress } from './order-link.ts'

interface Notice {
  title: string
  opening: string
  /** Sentences below the list of ordered things. */
  sentences: string[]
  /** The label of a guest's link in the mail. */
  linkLabel?: string
  /** Whether the mail of an account links to the receipt. */
  hasReceipt?: boolean
  /** Directions, which only the mail has. */
  directions?: string[]
  calendar?: string
  /** The time after which the mail is useless. */
  usefulUntil?: Date
}

/** Tells the customers that their orders are confirmed (decision E-30): a message for accounts, a mail for everybody. */
export async function announceConfirmedOrders(
  services: Services,
  jobs: { orderId: number }[],
): Promise<void> {
  const { db, clock } = services
  const orders = await describeOrders(
    db,
    jobs.map(({ orderId }) => orderId),
  )
  const paid = orders.filter(({ status }) => status === 'paid' || status === 'completed')
  const collectAts = await Promise.all(
    paid.map(({ isCollected, accountId }) =>
      isCollected && accountId ? findCollectAt(db, accountId as AccountId, clock()) : undefined,
    ),
  )
  const news = paid.map((order, at) =>
    newsOf(services, order, confirmed(order, services, collectAts[at]), 'order-confirmed'),
  )
  await notifyCustomers(db, news, clock())
}

/** Asks a guest to confirm a free place (record 025). Does nothing once it is confirmed or has ended. */
export async function askToConfirm(services: Services, { orderId }: { orderId: number }): Promise<void> {
  const order = await describeOrder(services.db, orderId)
  if (order.status !== 'pending' || !order.holdExpiresAt) return
  await tell(services.db, services, order, unconfirmed(order.holdExpiresAt), 'ask-to-confirm')
}

/**
 * Tells the customer that an unpaid order was cancelled or expired; a refund has its own notice. Guests who have not
 * confirmed are not told, because they may not have placed the order.
 */
export async function announceCancelledOrder(
  services: Services,
  { orderId }: { orderId: number },
): Promise<void> {
  const order = await describeOrder(services.db, orderId)
  if (order.status !== 'cancelled' || order.paidPence > 0 || isFreeGuestOrder(order)) return
  // announce-cancelled-dates.ts (server/features/cancelled-dates) tells everything about a cancelled date at once.
  const cancelledWithDate = await services.db
    .selectFrom('cancelled_date_orders')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('settled_at', 'is not', null)
    .executeTakeFirst()
  if (cancelledWithDate) return
  await tell(services.db, services, order, cancelled(order), 'order-cancelled')
}

/** Tells the customer, in the caller's transaction, that a payment came too late and is refunded (decision E-06). */
export async function announceRefund(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
  amountPence: number,
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  await tell(tx, services, order, refunded(order, amountPence), 'order-refund')
}

/** Tells the customer, in the caller's transaction, that a second payment of an order is refunded. */
export async function announceSecondPayment(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
  payment: { id: number; amount_pence: number },
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  await tell(tx, services, order, paidTwice(order, payment.amount_pence), `order-paid-again-${payment.id}`)
}

/** Tells the customer, in the caller's transaction, that all expected money was received. */
export async function announceReceived(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  if (!order.desk || order.desk.expectedPence > 0) return
  await tell(tx, services, order, received(order, order.desk), 'order-received')
}

/** Tells the customers, in the caller's transaction, that the products of their orders were sent or handed over (decision E-30). */
export async function announceDispatch(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderIds: number[],
): Promise<void> {
  const orders = await describeOrders(tx, orderIds)
  const news = orders.map(order =>
    newsOf(services, order, order.isCollected ? handedOver : dispatched, 'order-dispatched'),
  )
  await notifyCustomers(tx, news, services.clock())
}

/** Whether a booked date has not begun yet; staff book walk-ins afterwards. */
const isToCome = ({ places }: OrderDescription, now: Date) =>
  places.some(({ startDate, startTime }) => `${startDate} ${startTime.slice(0, 5)}` > momentInLondon(now))

function confirmed(
  order: OrderDescription,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  collectAt?: CollectAt,
): Notice {
  const isBooking = order.places.length > 0
  const points = order.earnsPoints ? pointsFor(order.paidPence) : 0
  return {
    title: isBooking ? 'Your booking is confirmed' : 'Thank you for your order',
    opening: isBooking
      ? isToCome(order, services.clock())
        ? 'Thank you for your booking. It is confirmed, and we look forward to seeing you.'
        : 'Thank you for coming. The place is booked now.'
      : `Thank you for your order.${order.paidPence > 0 ? ' Your payment has arrived.' : ''}`,
    sentences: [
      order.postagePence > 0 && `Postage: ${pounds(order.postagePence)}`,
      order.discountPence > 0 &&
        [
          `Price: ${pounds(order.listPence)}`,
          ...(order.creditPence > 0 ? [`Class credits: −${pounds(order.creditPence)}`] : []),
          `Discount: −${pounds(order.discountPence)}`,
        ].join('\n'),
      order.paidPence > 0 &&
        `Paid ${order.desk ? paidAtDesk(order.desk) : 'by card'}: ${pounds(order.paidPence)}`,
      order.creditsUsed > 0 && `Class credits used: ${order.creditsUsed}`,
      order.totalPence === 0 && order.creditsUsed === 0 && 'Price: Free of charge',
      order.desk && order.desk.expectedPence > 0 && sayExpected(order.desk),
      order.packCredits > 0 &&
        `${classCredits(order.packCredits)} ${order.packCredits === 1 ? 'has' : 'have'} been added to your account.`,
      order.isCollected && collectInWords(collectAt),
      points > 0 && `You have earned ${points} reward ${points === 1 ? 'point' : 'points'}.`,
    ].filter(sentence => typeof sentence === 'string'),
    hasReceipt: !order.desk?.expectedPence,
    ...(isBooking && arrivalDetails(withoutCancelled(order.places), services, services.clock())),
  }
}

/** Says what is still to be paid, and if the family chose to pay later, how and by when. */
function sayExpected(desk: DeskMoney): string {
  const { instructions, dueOn } = desk
  return [
    `${paymentExpected(desk)}. We will tell you when it has arrived, and then you get a receipt.`,
    ...(instructions && dueOn ? [howToPayLater(desk, longDay(dueOn)), instructions] : []),
  ].join('\n\n')
}

const received = (order: OrderDescription, desk: DeskPayment): Notice => ({
  title: 'Your payment has arrived',
  opening: `Thank you. All of ${pounds(order.paidPence)} has arrived ${paidAtDesk(desk)}, so your order is paid. Its page has your receipt.`,
  sentences: [],
})

const unconfirmed = (until: Date): Notice => ({
  title: 'Please confirm your place',
  opening: `Somebody, most likely you, has asked for the place below. We are keeping it until ${longMoment(until)}. Please open the link and confirm it before then.`,
  sentences: [
    'If it was not you, there is nothing to do: without an answer the place goes to somebody else.',
  ],
  linkLabel: 'Confirm your place',
  usefulUntil: until,
})

const dispatched: Notice = {
  title: 'Your order is on its way',
  opening: 'We have sent what you ordered to the address that you gave us.',
  sentences: [],
}

const handedOver: Notice = {
  title: 'We have handed over your order',
  opening: 'What you ordered was handed over at class. If somebody else took it, please let us know.',
  sentences: [],
}

const closings = {
  customer: {
    title: 'Your order has been cancelled',
    opening: 'As you asked, we have cancelled your order. You have not been charged.',
  },
  expired: {
    title: 'Your unpaid order has ended',
    opening:
      'We kept your order for a while, but the payment did not reach us in time, so it has been cancelled. You have not been charged, and you are welcome to order again.',
  },
  staff: {
    title: 'Your order has been cancelled',
    opening:
      'We have had to cancel your order. You have not been charged. Please contact us if you have any questions.',
  },
}

function cancelled(order: OrderDescription): Notice {
  const { creditsUsed, refusedPence } = order
  const returned = `${classCredits(creditsUsed)} ${creditsUsed === 1 ? 'is' : 'are'} back in your account.`
  const closing =
    refusedPence > 0 ? paidWrongAmount(refusedPence) : closings[order.cancelReason ?? 'customer']
  return { ...closing, sentences: creditsUsed > 0 ? [returned] : [] }
}

const paidWrongAmount = (pence: number) => ({
  title: closings.staff.title,
  opening: `Your payment of ${pounds(pence)} was not what we had asked for, so we have had to cancel your order. All of it goes back to your card. This usually takes five to ten working days.`,
})

function refunded(order: OrderDescription, amountPence: number): Notice {
  return {
    title: 'We are returning your payment',
    opening: `Your payment of ${pounds(amountPence)} for order ${order.orderNumber} reached us after the order had ended, and what you had chosen is no longer available. We are sorry about that.`,
    sentences: ['The whole amount goes back to your card. This usually takes five to ten working days.'],
  }
}

const paidTwice = (order: OrderDescription, amountPence: number): Notice => ({
  title: 'We are returning your second payment',
  opening: `A second payment of ${pounds(amountPence)} for order ${order.orderNumber} has reached us. The order had been paid already, and nothing about it changes.`,
  sentences: ['The second payment goes back to your card. This usually takes five to ten working days.'],
})

const tell = (
  db: Db,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  order: OrderDescription,
  notice: Notice,
  event: string,
): Promise<void> => notifyCustomers(db, [newsOf(services, order, notice, event)], services.clock())

function newsOf(
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  order: OrderDescription,
  notice: Notice,
  event: string,
): News {
  const {
    title,
    opening,
    sentences,
    linkLabel = 'Your order',
    hasReceipt = false,
    directions = [],
    calendar,
    usefulUntil,
  } = notice
  const { config, clock } = services
  const { orderId } = order
  const sender = senderName(services)
  const orderLink = order.accountId
    ? config.publicUrl + addresses.ofOrder(order)
    : guestOrderAddress(config, order.orderNumber, clock())
  return {
    to: order,
    notice: {
      title,
      body: [opening, rowsOfOrder(order), sentences.join('\n'), `Order number: ${order.orderNumber}`],
      mailEnding: [
        `${linkLabel}: ${orderLink}`,
        ...(hasReceipt && order.accountId ? [`Receipt: ${config.publicUrl}${addresses.receipt(order)}`] : []),
        ...directions,
        sender && `With best wishes\n${sender}`,
      ],
      topic: 'order',
      orderId,
      onceKey: `${event}-${orderId}`,
      ...(calendar && { calendar }),
      ...(usefulUntil && { usefulUntil }),
    },
  }
}
