import { sql } from 'kysely'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/** Removes lines of products or of a kind's sessions from the account's own basket: all named lines or none. */
export async function removeLines(
  { db }: Pick<Services, 'db'>,
  { accountId }: SignedIn,
  of: OfferingKind | 'product',
  lineIds: number[],
): Promise<void> {
  requireThat(lineIds.length > 0, of === 'product' ? sentences.selectProduct : sentences.selectCourse)
  const lines = of === 'product' ? sql`basket_products where true` : sql`basket_sessions where kind = ${of}`
  await transaction(db, async tx => {
    const removed = await sql`
      delete from ${lines} and account_id = ${accountId} and id = any(${lineIds}) returning id`.execute(tx)
    requireThat(removed.rows.length === lineIds.length, sentences.notInBasket)
  })
}
