import * as addresses from '#contract/addresses.ts'
import { pounds } from '#domain/money.ts'
import type { CancelTotals } from '#domain/office/refund-sentences.ts'
import type { Settlement } from '#domain/settlement.ts'
import type { Tx } from '#server/database/connect.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { Services } from '#server/services.ts'
import { placesCalendar } from './arrival-details.ts'
import { classCredits, describeOrder, type OrderDescription, rowsOfPlaces } from './describe-order.ts'
import { guestOrderAddress } from './order-link.ts'
import type { GivenWay } from './owe-refund.ts'

export const arrives = 'This usually takes five to ten working days.'

/** Returns the sentences of a mail about refunds: money first, then credits. */
export function refundSentences(
  { refundedPence, credits }: { refundedPence: number; credits: number },
  method: GivenWay['method'] = 'card',
): string[] {
  const byCard = `${pounds(refundedPence)} goes back to your card. ${arrives}`
  const later = `We will give you ${pounds(refundedPence)} back. You paid us yourself, so it does not go to a card.`
  const byHand = method === 'hand' ? later : `We have given you ${pounds(refundedPence)} back.`
  const money = method === 'card' ? byCard : byHand
  return [
    ...(refundedPence > 0 ? [money] : []),
    ...(credits > 0
      ? [`${classCredits(credits)} ${credits === 1 ? 'was' : 'were'} added to your account.`]
      : []),
  ]
}

/**
 * Notifies the customer, in the caller's transaction, of cancelled places and their refund. The mail has a
 * calendar file that cancels them.
 */
export async function announceCancelledPlaces(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  orderId: number,
  {
    places,
    totals,
    by,
    endsUnpaid,
  }: {
    places: { bookingId: number; settlement: Settlement }[]
    totals: CancelTotals
    by: 'office' | 'date' | 'customer'
    endsUnpaid?: boolean
  },
  way?: GivenWay,
): Promise<void> {
  const order = await describeOrder(tx, orderId)
  const ids = places.map(({ bookingId }) => bookingId)
  const cancelled = order.places.filter(({ bookingId }) => ids.includes(bookingId))
  const notDuePence = places.reduce((sum, { settlement }) => sum + settlement.notReceivedPence, 0)
  const back = [
    ...refundSentences(totals, way?.method),
    ...(notDuePence > 0 ? [`${pounds(notDuePence)} is no longer to be paid for it.`] : []),
  ]
  const now = services.clock()
  await notifyCustomer(
    tx,
    order,
    {
      title: 'Your booking has been cancelled',
      body: [
        `${endsUnpaid ? openings.unpaid : openings[by === 'customer' ? by : 'office']} ${cancelled.length === 1 ? 'this place' : `these ${cancelled.length} places`}.`,
        rowsOfPlaces(cancelled),
        back.length === 0 && by === 'customer' ? 'Nothing comes back for it.' : back.join('\n'),
        `Order number: ${order.orderNumber}`,
      ],
      mailEnding: endingOf(services, order),
      calendar: placesCalendar(cancelled, services, now, 'CANCEL'),
      topic: 'order',
      orderId,
      onceKey: `places-cancelled-${ids[0]}`,
    },
    now,
  )
}

const openings = {
  customer: 'You have cancelled',
  office: 'As agreed, we have cancelled',
  unpaid: 'The payment that we expected has not come, so we have had to cancel',
} as const

/** Returns the last lines of a mail about an order: a link to the order, and the sender's name. */
export function endingOf(
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  order: OrderDescription,
): string[] {
  const { config, clock } = services
  const sender = senderName(services)
  const whereToLook = order.accountId
    ? config.publicUrl + addresses.ofOrder(order)
    : guestOrderAddress(config, order.orderNumber, clock())
  return [`Your order: ${whereToLook}`, sender && `With best wishes\n${sender}`]
}
