import { sql } from 'kysely'
import { requireQuantity } from '#domain/product-orders.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { requireNotPaused } from '#server/features/business/pause-bookings.ts'
import { readWantedProduct } from '#server/features/shop/queries.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/**
 * Puts a product, or a size of it, into the basket. Adding it again raises its quantity, at most to the stock. A basket holds no stock.
 * Locks the account.
 */
export async function addProduct(
  services: Pick<Services, 'db' | 'clock' | 'business'>,
  { accountId }: SignedIn,
  wanted: { productId: number; variantId?: number | undefined; quantity: number },
): Promise<void> {
  const { db, clock } = services
  requireQuantity(wanted.quantity)
  const { shelfId, stock, quantity } = await readWantedProduct(db, wanted)
  requireThat(quantity <= stock, sentences.notEnoughStock)
  requireNotPaused(services)
  const added = await transaction(db, async tx => {
    await lockOwnAccount(tx, accountId)
    // One statement: two clicks in two tabs add up, and never above the stock.
    return sql`
      insert into basket_products as line (account_id, product_id, quantity, created_at)
      values (${accountId}, ${shelfId}, ${quantity}, ${clock()})
      on conflict on constraint basket_products_once
      do update set quantity = least(line.quantity + excluded.quantity, ${stock}) where line.quantity < ${stock}
      returning id`.execute(tx)
  })
  requireThat(added.rows.length > 0, sentences.notEnoughStock)
}
