import { localTime } from '#server/database/london-time-sql.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'

/**
 * Creates the account's calendar address and ends an earlier one. Its secret of 256 bits is returned only here. Locks
 * the account.
 */
export async function makeFeedAddress(
  { db, clock, config }: Services,
  accountId: AccountId,
): Promise<{ address: string; madeAt: string }> {
  const secret = newToken()
  const made = { secret_hash: hashToken(secret), created_at: clock() }
  const { madeAt } = await transaction(db, async tx => {
    await lockOwnAccount(tx, accountId)
    return tx
      .insertInto('calendar_feeds')
      .values({ account_id: accountId, ...made })
      .onConflict(conflict => conflict.column('account_id').doUpdateSet(made))
      .returning(localTime('created_at').as('madeAt'))
      .executeTakeFirstOrThrow()
  })
  return { address: `${config.publicUrl}/calendar/${secret}.ics`, madeAt }
}
