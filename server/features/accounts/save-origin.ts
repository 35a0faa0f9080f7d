import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Services } from '#server/services.ts'
import type { AccountId } from './actor.ts'

/** Keeps the answers of the last step of onboarding; they may be given again, the last ones count. */
export async function saveOrigin(
  { db }: Services,
  accountId: AccountId,
  { wantsOffers, heardFrom }: { wantsOffers: boolean; heardFrom: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ wants_offers: wantsOffers, referral_source: heardFrom })
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  // It may have been closed since they were let in.
  if (numUpdatedRows === 0n) throw new Refusal(sentences.pleaseLogIn, 401)
}
