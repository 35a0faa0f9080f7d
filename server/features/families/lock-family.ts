import { sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'

/**
 * Locks a family's account, before its children, as `place_order` does. Inserts of rows that only refer to
 * the account do not wait for this lock, because they could deadlock with a session's lock. Returns the name
 * and address for mails, and whether it has a password (an imported family may not) or is frozen. Refuses an
 * id without an active account.
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

/** Refuses a family that is unknown, closed or frozen: nothing is booked for it and nothing sold to it. */
export async function requireOpenFamily(db: Db, accountId: number): Promise<void> {
  const family = await db
    .selectFrom('accounts')
    .select('frozen_at')
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  requireThat(family, peopleSentences.familyNotFound)
  requireThat(!family.frozen_at, peopleSentences.familyFrozen)
}
