import * as siteAddresses from '#contract/addresses.ts'
import { paymentExpected } from '#domain/desk-payment.ts'
import { longMoment } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import type { AutomaticKind } from '#domain/office/automatic-mails.ts'
import type { Db } from '#server/database/connect.ts'
import { arrivalDetails } from '#server/features/orders/arrival-details.ts'
import { describeOrders, type OrderDescription, placeLine } from '#server/features/orders/describe-order.ts'
import { guestOrderAddress, paymentAddress } from '#server/features/orders/order-link.ts'
import type { Services } from '#server/services.ts'
import { ownLink } from './fill-in-message.ts'

/** The paragraphs after the text of an automatic mail: `body` is in the mail and the notification, `ending` in the mail. */
export interface Details {
  body: string[]
  ending: string[]
}

/** The places and orders that one recipient's automatic mail is about. */
export interface Causes {
  bookings: number[]
  orders: number[]
}

/**
 * Describes for each recipient what their automatic mail is about: the places with the way there, or the orders with
 * how to pay them. `hidesLinks` is for previews: anybody who has a recipient's link can pay and see the order.
 */
export async function describeCauses(
  db: Db,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  kind: AutomaticKind,
  recipients: Causes[],
  { hidesLinks = false } = {},
): Promise<Details[]> {
  const { publicUrl } = services.config
  if (kind === 'afterTrial') {
    const way = `Our timetable: ${publicUrl}${siteAddresses.ofKind.class.timetable()}`
    return recipients.map(() => ({ body: [], ending: [way] }))
  }
  const bookings = [...new Set(recipients.flatMap(causes => causes.bookings))]
  const ofBookings =
    bookings.length === 0
      ? []
      : await db.selectFrom('bookings').select(['id', 'order_id']).where('id', 'in', bookings).execute()
  const orderOf = new Map(ofBookings.map(({ id, order_id }) => [id, order_id]))
  const ids = [...new Set([...orderOf.values(), ...recipients.flatMap(({ orders }) => orders)])]
  const described = new Map((await describeOrders(db, ids)).map(order => [order.orderId, order]))
  return recipients.map(causes =>
    kind === 'dayBefore'
      ? ofPlaces(causes.bookings, orderOf, described, services)
      : ofOrders(causes.orders, described, hidesLinks ? undefined : services),
  )
}

function ofPlaces(
  bookings: number[],
  orderOf: Map<number, number>,
  described: Map<number, OrderDescription>,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
): Details {
  const orders = new Set(bookings.map(id => orderOf.get(id) ?? 0))
  const places = [...orders]
    .flatMap(id => described.get(id)?.places ?? [])
    .filter(({ bookingId }) => bookings.includes(bookingId))
    .toSorted((one, other) => one.startTime.localeCompare(other.startTime))
  const { directions } = arrivalDetails(places, services, services.clock())
  return { body: [places.map(placeLine).join('\n')], ending: directions }
}

function ofOrders(
  ids: number[],
  described: Map<number, OrderDescription>,
  linking: Pick<Services, 'config' | 'clock'> | undefined,
): Details {
  const orders = ids.flatMap(id => described.get(id) ?? [])
  const ending = orders.map(({ orderNumber, accountId, status, totalPence }) => {
    const linkBy = (addressOf: typeof paymentAddress) =>
      linking ? addressOf(linking.config, orderNumber, linking.clock()) : ownLink
    if (status === 'pending') return `Pay ${pounds(totalPence)} by card: ${linkBy(paymentAddress)}`
    return accountId === null ? `Your order: ${linkBy(guestOrderAddress)}` : ''
  })
  return {
    body: orders.map(order => [...order.lines, owed(order), `Order number: ${order.orderNumber}`].join('\n')),
    ending,
  }
}

function owed({ desk, totalPence, holdExpiresAt }: OrderDescription): string {
  if (desk) return paymentExpected(desk)
  return holdExpiresAt
    ? `${pounds(totalPence)} is not paid. We keep it until ${longMoment(holdExpiresAt)}`
    : `${pounds(totalPence)} is not paid`
}
