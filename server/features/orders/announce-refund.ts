import { pounds } from '#domain/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { type RowsAndList, rowLine } from '#server/mail/mail-rows.ts'
import type { Services } from '#server/services.ts'
import { arrives, endingOf } from './announce-cancelled-places.ts'
import { classCredits, describeOrder, type OrderDescription, rowsOfOrder } from './describe-order.ts'
import type { GivenWay } from './owe-refund.ts'
import type { ReturnedPieces } from './return-items.ts'

interface Given {
  orderId: number
  onceKey: string
  pence: number
  way?: GivenWay
  /** Credits given as goodwill. */
  credits?: number
  /** Credits of the pack that were given back. */
  packCredits?: number
  items?: readonly ReturnedPieces[]
}

/**
 * Notifies the customer, in the caller's transaction, of refunded money, credits given, or a returned pack or
 * products of an order.
 */
export async function announceRefund(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock' | 'business'>,
  given: Given,
): Promise<void> {
  const { orderId, onceKey, pence, way } = given
  const order = await describeOrder(tx, orderId)
  await notifyCustomer(
    tx,
    order,
    {
      title: titleOf(given),
      body: [
        ...newsOf(given, order),
        ...(pence > 0 && way?.method === 'card' ? [`It goes back to your card. ${arrives}`] : []),
      ],
      mailEnding: endingOf(services, order),
      topic: 'order',
      orderId,
      onceKey,
    },
    services.clock(),
  )
}

function titleOf({ pence, credits = 0 }: Given): string {
  if (credits > 0) return 'Class credits for your order'
  return pence > 0 ? 'Refund for your order' : 'Your returned products'
}

function newsOf(
  { pence, credits = 0, packCredits = 0, items = [] }: Given,
  order: OrderDescription,
): (string | RowsAndList)[] {
  const { orderNumber } = order
  const money = `we have refunded ${pounds(pence)}`
  if (credits > 0) {
    const are = credits === 1 ? 'is' : 'are'
    return [
      `For order ${orderNumber} we have given you ${classCredits(credits)} as goodwill. Nothing else changes.`,
      `${credits === 1 ? 'It' : 'They'} ${are} in your account.`,
    ]
  }
  if (packCredits > 0) {
    const have = packCredits === 1 ? 'It has' : 'They have'
    return [
      `For ${classCredits(packCredits)} of order ${orderNumber}, ${money}. ${have} been taken off your account.`,
    ]
  }
  if (items.length > 0) {
    return [
      `These products of order ${orderNumber} were returned:`,
      rowsOfItems(items.map(({ quantity, name }) => `${quantity} × ${name}`)),
      ...(pence > 0 ? [`For them ${money}.`] : []),
    ]
  }
  return [`Of what you paid for order ${orderNumber}, ${money}. Nothing else changes.`, rowsOfOrder(order)]
}

const rowsOfItems = (list: string[]): RowsAndList => ({ rows: rowLine('What', list), list })
