import type { purchasePreview } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import { planPurchase } from '#domain/product-orders.ts'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/request/actor.ts'
import { type Choice, readWanted, suggestDelivery } from './queries.ts'

/** Returns what a choice would cost and where it would be sent; creates and reserves nothing. */
export async function previewPurchase(
  db: Db,
  accountId: AccountId,
  choice: Choice,
): Promise<Value<typeof purchasePreview>> {
  const purchase = planPurchase(await readWanted(db, accountId, choice))
  return { ...purchase, delivery: await suggestDelivery(db, accountId) }
}
