import { sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'

/**
 * Locks a family's account, before its children, as `place_order` does. Rows that only refer to the account, such as a
 * place that the waiting list gives, do not wait for this lock: otherwise they could deadlock with the lock of a session.
 * Returns how the family is addressed in mails, and whether it has chosen a password, which an imported one may not have,
 * or is frozen. Refuses an id without an account.
 */
export async function lockFamily(
  tx: Tx,
  accountId: number,
): Promise<{ email: string; firstName: string; hasPassword: boolean; isFrozen: boolean }> {
  const family = await tx
    .selectFrom('accounts')
    .select(['email', 'first_name as firstName', sql<boolean>`password_hash <> ''`.as('hasPassword')])
    .select(sql<boolean>`frozen_at is not null`.as('isFrozen'))
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst()
  requireThat(family, peopleSentences.familyNotFound)
  return family
}
