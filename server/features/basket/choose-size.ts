import { sql } from 'kysely'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { readWantedProduct } from '#server/features/shop/queries.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/**
 * Replaces a line of the account's own basket, whose product has got sizes or whose size is gone, by the same quantity
 * of a size, at most its stock. Locks the account.
 */
export async function chooseSize(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { accountId }: SignedIn,
  { basketLineId, variantId }: { basketLineId: number; variantId: number },
): Promise<void> {
  await transaction(db, async tx => {
    await lockOwnAccount(tx, accountId)
    const line = await tx
      .deleteFrom('basket_products')
      .using('products as shelf')
      .whereRef('shelf.id', '=', 'basket_products.product_id')
      .where('basket_products.id', '=', basketLineId)
      .where('basket_products.account_id', '=', accountId)
      .returning(['basket_products.quantity', sql<number>`coalesce(shelf.size_of, shelf.id)`.as('productId')])
      .executeTakeFirst()
    requireThat(line, sentences.notInBasket)
    const { shelfId, stock } = await readWantedProduct(tx, { ...line, variantId })
    requireThat(stock > 0, sentences.notEnoughStock)
    const quantity = Math.min(line.quantity, stock)
    // If the basket has this size too, both lines become one.
    await sql`insert into basket_products as line (account_id, product_id, quantity, created_at)
      values (${accountId}, ${shelfId}, ${quantity}, ${clock()})
      on conflict on constraint basket_products_once
      do update set quantity = least(line.quantity + excluded.quantity, ${stock})`.execute(tx)
  })
}
