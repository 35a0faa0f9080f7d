import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { readCurrent } from '#server/features/orders/expire-orders.ts'
import type { Actor } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { findOrderToPay, type OrderToPay } from './queries.ts'

/** The payer: a caller of the site, or somebody whose signed payment link has proved the order (decision O-52). */
export type Payer = Actor | 'linkHolder'

/**
 * Finds an order for somebody who may pay it: its account, anybody with the number of a guest's order
 * (decision E-37), or anybody with its payment link.
 */
export async function requireOrderToPay(
  services: Services,
  payer: Payer,
  orderNumber: string,
): Promise<OrderToPay> {
  return readCurrent(services, orderNumber, async () => {
    const order = await findOrderToPay(services.db, orderNumber)
    requireThat(order, sentences.orderNotFound)
    if (payer === 'linkHolder') return order
    if (order.accountId && !payer.accountId) throw new Refusal(sentences.pleaseLogIn, 401)
    requireThat(order.accountId === null || order.accountId === payer.accountId, sentences.orderNotFound)
    return order
  })
}
