import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'

/** Takes lines out of the account's own basket: all that are named, or none. */
export async function removeSessions(
  { db }: Pick<Services, 'db'>,
  { accountId }: SignedIn,
  kind: OfferingKind,
  lineIds: number[],
): Promise<void> {
  requireThat(lineIds.length > 0, sentences.selectCourse)
  await transaction(db, async tx => {
    const removed = await tx
      .deleteFrom('basket_sessions')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('id', 'in', lineIds)
      .returning('id')
      .execute()
    requireThat(removed.length === lineIds.length, sentences.notInBasket)
  })
}
