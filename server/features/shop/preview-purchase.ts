import type { purchasePreview } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import { planPurchase } from '#domain/product-orders.ts'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import type { Choice } from './place-product-order.ts'
import { readWantedLines, readWantedProduct, suggestDelivery } from './queries.ts'

/** What a choice would cost, and where it would be sent; it creates and holds nothing. */
export async function previewPurchase(
  db: Db,
  accountId: AccountId,
  choice: Choice,
): Promise<Value<typeof purchasePreview>> {
  const wanted =
    'productId' in choice
      ? [await readWantedProduct(db, choice)]
      : await readWantedLines(db, accountId, choice.basketLineIds)
  return { ...planPurchase(wanted), delivery: await suggestDelivery(db, accountId) }
}
