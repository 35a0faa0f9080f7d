import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { recordOffersAnswer } from './save-offers.ts'

/**
 * Saves the answers of the last onboarding step, which may be given again. Each answer about offers is recorded
 * with its day and the words of the question (decision O-37).
 */
export async function saveOrigin(
  { db, clock }: Services,
  accountId: AccountId,
  { wantsOffers, heardFrom }: { wantsOffers: boolean; heardFrom: string },
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    const account = await tx
      .updateTable('accounts')
      .set({ wants_offers: wantsOffers, referral_source: heardFrom })
      .where('id', '=', accountId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst()
    // The account may have been closed meanwhile.
    if (!account) throw new Refusal(sentences.pleaseLogIn, 401)
    await recordOffersAnswer(tx, { accountId, wantsOffers, source: 'onboarding', ...account }, now)
  })
}
