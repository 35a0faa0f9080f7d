import type { OfferingKind } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { isCardTrouble } from '#server/cards/card-provider.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { endOrder } from './end-order.ts'

/**
 * Cancels the account's own unpaid order (decisions E-01, E-50). An order that turns out to be paid is
 * confirmed, and cancelling is refused. While the provider cannot confirm that its card page is closed, nothing
 * changes.
 */
export async function cancelOrder(
  services: Services,
  actor: SignedIn,
  kind: OfferingKind,
  orderNumber: string,
): Promise<void> {
  const order = await services.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('order_number', '=', orderNumber)
    .where('account_id', '=', actor.accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  requireThat(order, sentences.orderNotFound)
  requireThat(order.status === 'pending', sentences.notCancellable)
  const ending = await endOrder(services, order.id, 'customer').catch(error => {
    if (isCardTrouble(error)) throw new Refusal(sentences.cancelUnavailable)
    throw error
  })
  requireThat(ending !== 'notEnded', sentences.cancelUnavailable)
  requireThat(ending === 'cancelled', sentences.notCancellable)
}
