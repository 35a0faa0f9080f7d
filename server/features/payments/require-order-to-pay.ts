import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { readCurrent } from '#server/features/orders/expire-orders.ts'
import type { Actor } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { findOrderToPay, type OrderToPay } from './queries.ts'

/**
 * Finds an order for the person who may pay it: its account, or for a guest anyone with its number (decision
 * E-37).
 */
export async function requireOrderToPay(
  services: Services,
  actor: Actor,
  orderNumber: string,
): Promise<OrderToPay> {
  return readCurrent(services, orderNumber, async () => {
    const order = await findOrderToPay(services.db, orderNumber)
    requireThat(order, sentences.orderNotFound)
    if (order.accountId && !actor.accountId) throw new Refusal(sentences.pleaseLogIn, 401)
    requireThat(order.accountId === null || order.accountId === actor.accountId, sentences.orderNotFound)
    return order
  })
}
