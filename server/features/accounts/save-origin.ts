import type { Services } from '#server/services.ts'
import type { AccountId } from './actor.ts'

/** Keeps the answers of the last step of onboarding; they may be given again, the last ones count. */
export async function saveOrigin(
  { db }: Services,
  accountId: AccountId,
  { wantsOffers, heardFrom }: { wantsOffers: boolean; heardFrom: string },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ wants_offers: wantsOffers, referral_source: heardFrom })
    .where('id', '=', accountId)
    .execute()
}
