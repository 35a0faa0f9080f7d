import { sql } from 'kysely'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { isOffered } from '#server/features/shop/queries.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/**
 * Changes a product's quantity in the account's own basket by one, between 1 and the stock (spec 1 §5). Uses
 * one statement, so that two clicks at once are two steps. Returns the new quantity.
 */
export async function changeQuantity(
  { db }: Pick<Services, 'db'>,
  { accountId }: SignedIn,
  lineId: number,
  step: 1 | -1,
): Promise<number> {
  const changed = await sql<{ quantity: number }>`
    update basket_products l set quantity = l.quantity + ${step}
    from products shelf join products on products.id = coalesce(shelf.size_of, shelf.id)
      join product_categories c on c.id = products.category_id
    where l.id = ${lineId} and l.account_id = ${accountId} and shelf.id = l.product_id
      and case when ${step === 1} then products.is_active and c.is_active and ${isOffered} and l.quantity < shelf.stock else l.quantity > 1 end
    returning l.quantity`.execute(db)
  const line = changed.rows[0]
  if (line) return line.quantity
  const own = await db
    .selectFrom('basket_products')
    .select('id')
    .where('id', '=', lineId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  requireThat(own, sentences.notInBasket)
  throw new Refusal(step === 1 ? sentences.notEnoughStock : sentences.atLeastOne)
}
