import type { deskSales } from '#contract/office/desk-sales.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { endOfHold, latestKept, usuallyKept } from '#domain/payment-times.ts'
import { isPayable } from '#domain/prices.ts'
import { requireOpenFamily } from '#server/features/families/lock-family.ts'
import { findCollectAt } from '#server/features/orders/collect-at-class.ts'
import { listAllOnSale, readPostage, suggestDelivery } from '#server/features/shop/queries.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'

/** Reads what can be sold to a family, and where it would be sent. */
export async function readChoices(
  { accountId }: CallInput<typeof deskSales.choices>,
  { db, clock, config }: OfficeRequest,
): Promise<CallOutput<typeof deskSales.choices>> {
  const now = clock()
  await requireOpenFamily(db, accountId)
  const packs = await db
    .selectFrom('class_packs')
    .select(['id', 'name', 'credits', 'price_pence as pricePence'])
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const { pricePence, freeFromPence, offersCollect } = await readPostage(db)
  const held = { holdExpiresAt: endOfHold(now, config.holdMinutes), firstSessionStartsAt: undefined }
  return {
    packs: packs.filter(pack => isPayable(pack.pricePence)),
    products: await listAllOnSale(db),
    postage: { pricePence, freeFromPence },
    offersCollect,
    collectAt: (await findCollectAt(db, accountId as AccountId, now)) ?? null,
    delivery: await suggestDelivery(db, accountId as AccountId),
    usuallyKept: usuallyKept(held, now).toISOString(),
    latestKept: latestKept(now, undefined).toISOString(),
  }
}
