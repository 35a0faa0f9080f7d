import * as addresses from '#contract/addresses.ts'
import { pointsFor } from '#domain/reward-points.ts'
import { pounds } from '#domain/wording.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { holdOpen } from '#server/features/accounts/queries.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import { describeOrder, type OrderStory } from './describe-order.ts'
import { guestOrderAddress } from './guest-order-link.ts'

interface Notice {
  title: string
  opening: string
  /** Sentences after the list of what was ordered. */
  facts: string[]
}

/** Tells the customer that an order is confirmed (decision E-30): a message for accounts, a mail for everybody. */
export async function announceConfirmedOrder(
  services: Services,
  { orderId }: { orderId: number },
): Promise<void> {
  const { db, config, clock } = services
  await transaction(db, async tx => {
    const order = await describeOrder(tx, orderId)
    if (order.status !== 'paid' && order.status !== 'completed') return
    await tell(tx, config, orderId, order, confirmed(order), 'order-confirmed', clock())
  })
}

/** Tells the customer that an unpaid order was cancelled or ran out; a refund has a notice of its own. */
export async function announceCancelledOrder(
  services: Services,
  { orderId }: { orderId: number },
): Promise<void> {
  const { db, config, clock } = services
  await transaction(db, async tx => {
    const order = await describeOrder(tx, orderId)
    if (order.status !== 'cancelled' || order.paidPence > 0) return
    await tell(tx, config, orderId, order, cancelled(order), 'order-cancelled', clock())
  })
}

/** Tells the customer, in the caller's transaction, that a payment came too late and goes back (decision E-06). */
export async function announceRefund(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  orderId: number,
  amountPence: number,
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  await tell(tx, config, orderId, order, refunded(order, amountPence), 'order-refund', clock())
}

/** Tells the customer, in the caller's transaction, that the products of an order were sent (decision E-30). */
export async function announceDispatch(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  orderId: number,
): Promise<void> {
  await tell(tx, config, orderId, await describeOrder(tx, orderId), dispatched, 'order-dispatched', clock())
}

function confirmed(order: OrderStory): Notice {
  const points = order.accountId ? pointsFor(order.paidPence) : 0
  return {
    title: order.isBooking ? 'Your booking is confirmed' : 'Thank you for your order',
    opening: order.isBooking
      ? 'Thank you for your booking. It is confirmed, and we look forward to seeing you.'
      : 'Thank you for your order. Your payment has arrived.',
    facts: [
      order.paidPence > 0 && `Paid by card: ${pounds(order.paidPence)}`,
      order.creditsUsed > 0 && `Class credits used: ${order.creditsUsed}`,
      order.packCredits > 0 && `${order.packCredits} class credits have been added to your account.`,
      points > 0 && `You have earned ${points} reward ${points === 1 ? 'point' : 'points'}.`,
    ].filter(fact => fact !== false),
  }
}

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
  const returned = `${creditsUsed} class ${creditsUsed === 1 ? 'credit is' : 'credits are'} back in your account.`
  return { ...closings[order.cancelReason ?? 'customer'], facts: creditsUsed > 0 ? [returned] : [] }
}

function refunded(order: OrderStory, amountPence: number): Notice {
  return {
    title: 'We are returning your payment',
    opening: `Your payment of ${pounds(amountPence)} for order ${order.orderNumber} reached us after the order had ended, and what you had chosen is no longer available. We are sorry about that.`,
    facts: ['The whole amount goes back to your card. This usually takes five to ten working days.'],
  }
}

async function tell(
  tx: Tx,
  config: Services['config'],
  orderId: number,
  order: OrderStory,
  notice: Notice,
  event: string,
  now: Date,
): Promise<void> {
  const onceKey = `${event}-${orderId}`
  if (order.accountId) {
    if (!(await holdOpen(tx, order.accountId))) return
    await tx
      .insertInto('messages')
      .values({
        account_id: order.accountId,
        title: notice.title,
        body_html: asHtml(order, notice),
        topic: 'order',
        order_id: orderId,
        once_key: onceKey,
        published_at: now,
      })
      .onConflict(conflict => conflict.column('once_key').doNothing())
      .execute()
  }
  if (!order.email) return
  const text = asText(order, notice, config, now)
  const { accountId, email } = order
  const mail = { to: email, accountId, subject: notice.title, text, purpose: 'order', onceKey } as const
  await writeMail(tx, mail, now)
}

function asText(order: OrderStory, notice: Notice, config: Services['config'], now: Date): string {
  const { publicUrl, mailFrom } = config
  const sender = mailFrom.replace(/<.*/, '').trim()
  const paragraphs = [
    order.name ? `Hello ${order.name},` : 'Hello,',
    notice.opening,
    order.lines.join('\n'),
    notice.facts.join('\n'),
    `Order number: ${order.orderNumber}`,
    order.accountId
      ? `Your bookings and orders: ${publicUrl}${addresses.bookings()}`
      : `Your order: ${guestOrderAddress(config, order.orderNumber, now)}`,
    sender ? `With best wishes\n${sender}` : '',
  ]
  return paragraphs.filter(paragraph => paragraph !== '').join('\n\n')
}

function asHtml(order: OrderStory, notice: Notice): string {
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`
  return [
    paragraph(notice.opening),
    `<ul>${order.lines.map(line => `<li>${escaped(line)}</li>`).join('')}</ul>`,
    ...notice.facts.map(paragraph),
    paragraph(`Order number: ${order.orderNumber}`),
  ].join('\n')
}

const escaped = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
