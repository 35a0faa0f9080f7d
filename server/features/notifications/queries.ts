import { sql } from 'kysely'
import { askTogether } from '#server/database/ask-together.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { isIncomplete } from '#server/features/children/queries.ts'

/** The newest of them, a few screens' worth: the documents know no pages here. */
const longestList = 50

/**
 * The account's unread messages: its own, and broadcasts sent since it exists (decision E-42), of as many as
 * are listed: what can be read nowhere would stay unread for ever. A child of whom an import
 * left something out counts until it is told (spec 3 §13).
 */
export const countUnread = askTogether(
  async (db, asked: { accountId: AccountId; now: Date }[]): Promise<number[]> => {
    const { rows } = await sql<{ unread: number }>`${planKept} select (
        select count(*)
        from (
          select messages.id
          from accounts
          join messages on messages.account_id = accounts.id
            or (messages.account_id is null and messages.published_at >= accounts.created_at)
          where accounts.id = asked.account_id and messages.published_at <= asked.now
          order by messages.published_at desc, messages.id desc
          limit ${longestList}
        ) listed
        where not exists (
          select from message_reads
          where message_reads.account_id = asked.account_id and message_reads.message_id = listed.id
        )
      ) + (
        select count(*) from children c where c.account_id = asked.account_id and ${isIncomplete}
      ) as unread
      from unnest(${asked.map(({ accountId }) => accountId)}::bigint[], ${asked.map(({ now }) => now)}::timestamptz[])
        with ordinality as asked (account_id, now, position)
      order by asked.position`.execute(db)
    return rows.map(({ unread }) => unread)
  },
)

/** The account's own messages and all broadcasts, the newest first. */
export const listMessages = (db: Db, accountId: AccountId, now: Date) =>
  visibleMessages(db, accountId, now)
    .orderBy('messages.published_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(longestList)
    .execute()

/** One of them with its text; undefined when there is none, or it is somebody else's. */
export const readMessage = (db: Db, accountId: AccountId, messageId: number, now: Date) =>
  visibleMessages(db, accountId, now)
    .select('messages.body_html as contentHtml')
    .where('messages.id', '=', messageId)
    .executeTakeFirst()

/** A broadcast from before the account existed is nothing new to it: it counts as read (decision E-42). */
function visibleMessages(db: Db, accountId: AccountId, now: Date) {
  return db
    .selectFrom('messages')
    .innerJoin('accounts', join => join.on('accounts.id', '=', accountId))
    .leftJoin('message_reads', join =>
      join
        .onRef('message_reads.message_id', '=', 'messages.id')
        .onRef('message_reads.account_id', '=', 'accounts.id'),
    )
    .select([
      'messages.id',
      'messages.title',
      localTime('messages.published_at').as('placedAt'),
      sql<boolean>`message_reads.read_at is not null
        or (messages.account_id is null and messages.published_at < accounts.created_at)`.as('isRead'),
    ])
    .where(where =>
      where.or([where('messages.account_id', '=', accountId), where('messages.account_id', 'is', null)]),
    )
    .where('messages.published_at', '<=', now)
}
