import { sql } from 'kysely'
import type { OrderKind } from '#contract/addresses.ts'
import { batched } from '#server/database/batched.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { isIncomplete } from '#server/features/children/queries.ts'
import type { AccountId } from '#server/request/actor.ts'

/** The maximum number of messages in a list, because the documented call has no pages. */
const maxNotifications = 50

/**
 * Counts the account's unread messages: its own, and broadcasts sent since it was created (decision E-42). Only listed
 * messages count, because others could never be read. A child with details missing from an import counts until they are
 * filled in (spec 3 §13).
 */
export const countUnread = batched(
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
          limit ${maxNotifications}
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

/** Lists the account's own messages and all broadcasts, newest first. */
export const listMessages = (db: Db, accountId: AccountId, now: Date) =>
  visibleMessages(db, accountId, now)
    .orderBy('messages.published_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(maxNotifications)
    .execute()

/** Reads one message with its text and what it is about; undefined if it does not exist or belongs to somebody else. */
export const readMessage = (db: Db, accountId: AccountId, messageId: number, now: Date) =>
  visibleMessages(db, accountId, now)
    .leftJoin('orders', join =>
      join.onRef('orders.id', '=', 'messages.order_id').onRef('orders.account_id', '=', 'accounts.id'),
    )
    .select([
      'messages.body_html as contentHtml',
      sql<'order' | 'waitingList' | 'news'>`case messages.topic when 'order' then 'order'
        when 'waiting-list' then 'waitingList' else 'news' end`.as('topic'),
      sql<{ kind: OrderKind; orderNumber: string } | null>`case when orders.id is not null then
        json_build_object('kind', orders.kind, 'orderNumber', orders.order_number) end`.as('order'),
    ])
    .where('messages.id', '=', messageId)
    .executeTakeFirst()

/** Selects the messages an account may read. A broadcast older than the account counts as read (decision E-42). */
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
