import { sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'

/**
 * Locks a family that has an account, before its children, and gives how it is written to, and whether it has chosen a
 * password: an imported one may not have; refuses one that is none.
 */
export async function lockFamily(
  tx: Tx,
  accountId: number,
): Promise<{ email: string; firstName: string; hasPassword: boolean }> {
  const family = await tx
    .selectFrom('accounts')
    .select(['email', 'first_name as firstName', sql<boolean>`password_hash <> ''`.as('hasPassword')])
    .where('id', '=', accountId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  requireThat(family, peopleSentences.familyNotFound)
  return family
}
