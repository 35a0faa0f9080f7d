import type { purchasePreview } from '#contract/shop.ts'
import type { Value } from '#contract/wire.ts'
import { planPurchase } from '#domain/product-orders.ts'
import { findCollectAt, requireCollectAt } from '#server/features/orders/collect-at-class.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { type Choice, readPostage, readWanted, suggestDelivery } from './queries.ts'

/** Returns what a choice would cost and where it would be sent; creates and reserves nothing. */
export async function previewPurchase(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId }: SignedIn,
  { choice, collects }: { choice: Choice; collects: boolean | undefined },
): Promise<Value<typeof purchasePreview>> {
  const now = clock()
  const postage = await readPostage(db)
  const wanted = await readWanted(db, accountId, choice)
  if (collects) await requireCollectAt(db, accountId, postage, now)
  const { postagePence, ...purchase } = planPurchase(wanted, postage, { collects })
  const collectAt = postage.offersCollect ? await findCollectAt(db, accountId, now) : undefined
  return {
    ...purchase,
    ...(postage.pricePence > 0 && { postagePence }),
    delivery: await suggestDelivery(db, accountId),
    ...(collectAt && { collectAt }),
  }
}
