import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockOwnAccount } from '#server/features/accounts/queries.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { readMessage } from './queries.ts'

/** Records that the account has read a message. Repeating it changes nothing. */
export async function markRead(
  { db, clock }: Services,
  accountId: AccountId,
  messageId: number,
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    await lockOwnAccount(tx, accountId)
    requireThat(await readMessage(tx, accountId, messageId, now), sentences.messageNotFound)
    await tx
      .insertInto('message_reads')
      .values({ message_id: messageId, account_id: accountId, read_at: now })
      .onConflict(conflict => conflict.columns(['account_id', 'message_id']).doNothing())
      .execute()
  })
}
