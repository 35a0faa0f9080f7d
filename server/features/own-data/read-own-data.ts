import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { readAccount } from '#server/features/accounts/queries.ts'
import { readOwnChildren } from '#server/features/children/queries.ts'
import type { AccountId } from '#server/request/actor.ts'
import { personalTables, shownOf } from './personal-data.ts'

/**
 * Reads everything stored about an account, for its owner (UK GDPR, articles 15 and 20). Medical and allergy notes are
 * decrypted, unless they are hidden from the account for a while. `personalData` chooses the columns, except those of
 * the account and its children. Secrets such as password hashes are left out.
 */
export async function readOwnData(
  db: Db,
  key: { dataKey: Buffer; now: Date },
  accountId: AccountId,
): Promise<object> {
  const lists = personalTables
    .filter(([, { list }]) => list)
    .map(
      ([table, { own, list }]) =>
        sql`${list}::text, ${listOf(sql`select ${shownOf(table, 'mine')} as row from ${sql.table(table)} as mine
          where ${own(accountId)} order by mine`)}`,
    )
  const { rows } = await sql<{
    own: Record<string, object[]>
  }>`select json_build_object('orders', ${listOf(sql`select ${shownOf('orders', 'o')} || jsonb_build_object(
        'bookings', ${listOf(sql`select ${shownOf('bookings', 'b')} || jsonb_build_object('session', jsonb_build_object(
            'type', t.name, 'venue', v.name, 'start_date', s.start_date, 'end_date', s.end_date,
            'start_time', s.start_time, 'end_time', s.end_time)) as row
          from bookings b join sessions s on s.id = b.session_id join offerings f on f.id = s.offering_id
          join offering_types t on t.id = s.offering_type_id join venues v on v.id = f.venue_id
          where b.order_id = o.id order by b.id`)},
        'items', ${listOf(sql`select ${shownOf('order_items', 'i')} as row from order_items i where i.order_id = o.id order by i.id`)},
        'packs', ${listOf(sql`select ${shownOf('order_packs', 'p')} as row from order_packs p where p.order_id = o.id`)},
        'discount', ${listOf(sql`select ${shownOf('discount_uses', 'u')} || jsonb_build_object('code', c.code) as row
          from discount_uses u join discount_codes c on c.id = u.discount_code_id where u.order_id = o.id`)},
        'delivery', ${listOf(sql`select ${shownOf('order_deliveries', 'd')} as row from order_deliveries d where d.order_id = o.id`)},
        'payments', ${listOf(sql`select ${shownOf('payments', 'p')} as row from payments p where p.order_id = o.id order by p.id`)}) as row
      from orders o where o.account_id = ${accountId} order by o.id`)},
    ${sql.join(lists)}) as own`.execute(db)
  const answers = await db
    .selectFrom('accounts')
    .select(['referral_source', 'wants_offers', 'terms_accepted_at', 'created_at', 'frozen_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    account: { ...(await readAccount(db, accountId)), ...answers },
    children: await readOwnChildren(db, key, accountId),
    ...rows[0]?.own,
  }
}

/** Selects the rows of a query with one column `row` as one JSON list. */
const listOf = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(row), '[]') from (${query}) as listed)`
