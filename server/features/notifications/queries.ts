import { sql } from 'kysely'
import { type Db, planKept } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

/** The account's unread messages: its own, and broadcasts sent since it exists (decision E-42). */
export async function countUnread(db: Db, accountId: AccountId, now: Date): Promise<number> {
  const found = await sql<{ unread: number }>`${planKept} select count(*) as unread
    from accounts
    join messages on messages.account_id = accounts.id
      or (messages.account_id is null and messages.published_at >= accounts.created_at)
    where accounts.id = ${accountId}
      and messages.published_at <= ${now}
      and not exists (
        select from message_reads
        where message_reads.account_id = accounts.id and message_reads.message_id = messages.id
      )`.execute(db)
  return found.rows[0]?.unread ?? 0
}
