import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'

/** Takes products out of the account's own basket: all that are named, or none. */
export async function removeProducts(
  { db }: Pick<Services, 'db'>,
  { accountId }: SignedIn,
  lineIds: number[],
): Promise<void> {
  requireThat(lineIds.length > 0, sentences.selectProduct)
  await transaction(db, async tx => {
    const removed = await tx
      .deleteFrom('basket_products')
      .where('account_id', '=', accountId)
      .where('id', 'in', lineIds)
      .returning('id')
      .execute()
    requireThat(removed.length === lineIds.length, sentences.notInBasket)
  })
}
