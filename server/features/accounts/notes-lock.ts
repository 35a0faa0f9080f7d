import type { Db } from '#server/database/connect.ts'

/**
 * Returns until when an account's medical notes are hidden on the site and its password cannot be reset. That
 * is a week after the office changed its address. It ends earlier when the old address confirms the change or
 * takes the account back. Undefined if nothing is locked.
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
