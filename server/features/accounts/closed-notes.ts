import type { Db } from '#server/database/connect.ts'

/**
 * Until when an account's medical and allergy notes are not shown on the site, and its password cannot be reset: a week
 * after the office gave it another address, or until the old address has agreed or taken the account back. Undefined
 * when they are shown.
 */
export async function notesClosedUntil(db: Db, accountId: number, now: Date): Promise<Date | undefined> {
  const { until } = await db
    .selectFrom('email_changes')
    .select(({ fn }) => fn.max('take_back_until').as('until'))
    .where('account_id', '=', accountId)
    .where('changed_by', 'is not', null)
    .where('agreed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .where('take_back_until', '>', now)
    .executeTakeFirstOrThrow()
  return until ?? undefined
}
