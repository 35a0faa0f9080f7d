import type { orders as calls } from '#contract/office/orders.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { requireOrder } from './cancel-in-office.ts'
import { whyNoGoodwillCredits } from './give-goodwill-credits.ts'
import { readOrderMoney } from './read-order-money.ts'
import { readPointsOfOrders } from './read-points.ts'

/** Previews what can be refunded of an order now: money, the credits of its pack, and pieces of its lines. */
export async function previewRefund(
  { number }: CallInput<typeof calls.previewRefund>,
  { db }: OfficeRequest,
): Promise<CallOutput<typeof calls.previewRefund>> {
  const orderId = await requireOrder(db, number)
  const money = await readOrderMoney(db, orderId)
  const { leftPence, status, accountId, pack, items, postagePence, paymentId, isPaidAtDesk } = money
  return {
    leftPence,
    isPaidAtDesk,
    mayGetCredits: (await whyNoGoodwillCredits(db, { accountId, status })) === undefined,
    pack: paymentId === null ? null : pack,
    items,
    postagePence,
    points: (await readPointsOfOrders(db, [orderId])).get(orderId) ?? null,
  }
}
