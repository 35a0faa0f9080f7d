import * as addresses from '#contract/addresses.ts'
import { pounds } from '#domain/money.ts'
import { pointsFor } from '#domain/reward-points.ts'
import { longMoment } from '#domain/wording.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { type News, tellCustomers } from '#server/features/notifications/tell-customer.ts'
import { ownName } from '#server/mail/own-name.ts'
import type { Services } from '#server/services.ts'
import {
  classCredits,
  describeOrder,
  describeOrders,
  isGuestsOfNothing,
  type OrderStory,
} from './describe-order.ts'
import { guestOrderAddress } from './guest-order-link.ts'
import { helpToCome } from './help-to-come.ts'

interface Notice {
  title: string
  opening: string
  /** Sentences after the list of what was ordered. */
  facts: string[]
  /** What a guest's link is called in the mail. */
  linkLabel?: string
  /** What helps to come, for the mail alone. */
  coming?: string[]
  calendar?: string
  /** After this the mail can no longer help. */
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
  const news = paid.map(order => newsOf(services, order, confirmed(order, services), 'order-confirmed'))
  await tellCustomers(db, news, clock())
}

/** Asks a guest whether the place that costs nothing is theirs (record 025); says nothing once it is confirmed or gone. */
export async function askToConfirm(services: Services, { orderId }: { orderId: number }): Promise<void> {
  const order = await describeOrder(services.db, orderId)
  if (order.status !== 'pending' || !order.holdExpiresAt) return
  await tell(services.db, services, order, unconfirmed(order.holdExpiresAt), 'ask-to-confirm')
}

/**
 * Tells the customer that an unpaid order was cancelled or ran out; a refund has a notice of its own. Whoever has not
 * confirmed a place may never have asked for it, and is not written to again.
 */
export async function announceCancelledOrder(
  services: Services,
  { orderId }: { orderId: number },
): Promise<void> {
  const order = await describeOrder(services.db, orderId)
  if (order.status !== 'cancelled' || order.paidPence > 0 || isGuestsOfNothing(order)) return
  await tell(services.db, services, order, cancelled(order), 'order-cancelled')
}

/** Tells the customer, in the caller's transaction, that a payment came too late and goes back (decision E-06). */
export async function announceRefund(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
  amountPence: number,
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  await tell(tx, services, order, refunded(order, amountPence), 'order-refund')
}

/** Tells the customer, in the caller's transaction, that a second payment of an order goes back. */
export async function announceSecondPayment(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
  payment: { id: number; amount_pence: number },
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  await tell(tx, services, order, paidTwice(order, payment.amount_pence), `order-paid-again-${payment.id}`)
}

/** Tells the customer, in the caller's transaction, that the products of an order were sent (decision E-30). */
export async function announceDispatch(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
): Promise<void> {
  await tell(tx, services, await describeOrder(tx, orderId), dispatched, 'order-dispatched')
}

function confirmed(order: OrderStory, services: Pick<Services, 'config' | 'clock' | 'business'>): Notice {
  const isBooking = order.places.length > 0
  const points = order.earnsPoints ? pointsFor(order.paidPence) : 0
  return {
    title: isBooking ? 'Your booking is confirmed' : 'Thank you for your order',
    opening: isBooking
      ? 'Thank you for your booking. It is confirmed, and we look forward to seeing you.'
      : `Thank you for your order.${order.paidPence > 0 ? ' Your payment has arrived.' : ''}`,
    facts: [
      order.discountPence > 0 &&
        [
          `Price: ${pounds(order.listPence)}`,
          ...(order.creditPence > 0 ? [`Class credits: −${pounds(order.creditPence)}`] : []),
          `Discount: −${pounds(order.discountPence)}`,
        ].join('\n'),
      order.paidPence > 0 && `Paid by card: ${pounds(order.paidPence)}`,
      order.creditsUsed > 0 && `Class credits used: ${order.creditsUsed}`,
      order.packCredits > 0 &&
        `${classCredits(order.packCredits)} ${order.packCredits === 1 ? 'has' : 'have'} been added to your account.`,
      order.totalPence === 0 && order.creditsUsed === 0 && 'Free of charge.',
      points > 0 && `You have earned ${points} reward ${points === 1 ? 'point' : 'points'}.`,
    ].filter(fact => fact !== false),
    ...(isBooking && helpToCome(order.places, services, services.clock())),
  }
}

const unconfirmed = (until: Date): Notice => ({
  title: 'Please confirm your place',
  opening: `Somebody, most likely you, has asked for the place below. We are keeping it until ${longMoment(until)}. Please open the link and confirm it before then.`,
  facts: ['If it was not you, there is nothing to do: without an answer the place goes to somebody else.'],
  linkLabel: 'Confirm your place',
  usefulUntil: until,
})

const dispatched: Notice = {
  title: 'Your order is on its way',
  opening: 'We have sent what you ordered to the address that you gave us.',
  facts: [],
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

function cancelled(order: OrderStory): Notice {
  const { creditsUsed } = order
  const returned = `${classCredits(creditsUsed)} ${creditsUsed === 1 ? 'is' : 'are'} back in your account.`
  return { ...closings[order.cancelReason ?? 'customer'], facts: creditsUsed > 0 ? [returned] : [] }
}

function refunded(order: OrderStory, amountPence: number): Notice {
  return {
    title: 'We are returning your payment',
    opening: `Your payment of ${pounds(amountPence)} for order ${order.orderNumber} reached us after the order had ended, and what you had chosen is no longer available. We are sorry about that.`,
    facts: ['The whole amount goes back to your card. This usually takes five to ten working days.'],
  }
}

const paidTwice = (order: OrderStory, amountPence: number): Notice => ({
  title: 'We are returning your second payment',
  opening: `A second payment of ${pounds(amountPence)} for order ${order.orderNumber} has reached us. The order had been paid already, and nothing about it changes.`,
  facts: ['The second payment goes back to your card. This usually takes five to ten working days.'],
})

const tell = (
  db: Db,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  order: OrderStory,
  notice: Notice,
  event: string,
): Promise<void> => tellCustomers(db, [newsOf(services, order, notice, event)], services.clock())

function newsOf(
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  order: OrderStory,
  notice: Notice,
  event: string,
): News {
  const { title, opening, facts, linkLabel = 'Your order', coming = [], calendar, usefulUntil } = notice
  const { config, clock } = services
  const { orderId } = order
  const sender = ownName(services)
  const whereToLook = order.accountId
    ? config.publicUrl + addresses.ofOrder(order)
    : guestOrderAddress(config, order.orderNumber, clock())
  return {
    to: order,
    notice: {
      title,
      body: [opening, order.lines, facts.join('\n'), `Order number: ${order.orderNumber}`],
      mailEnding: [`${linkLabel}: ${whereToLook}`, ...coming, sender && `With best wishes\n${sender}`],
      topic: 'order',
      orderId,
      onceKey: `${event}-${orderId}`,
      ...(calendar && { calendar }),
      ...(usefulUntil && { usefulUntil }),
    },
  }
}
