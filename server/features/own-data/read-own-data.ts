import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { readAccount } from '#server/features/accounts/queries.ts'
import { readChildren } from '#server/features/children/queries.ts'

/**
 * Everything that is kept about an account, for its owner (UK GDPR, articles 15 and 20): its own rows alone, the
 * medical and allergy notes opened. Hashes of passwords, tokens and requests are left out, and so are mailed codes:
 * with one a token would be worth a password.
 */
export async function readOwnData(db: Db, dataKey: Buffer, accountId: AccountId): Promise<object> {
  const { rows } = await sql<{ own: Record<string, object[]> }>`select json_build_object(
    'orders', ${listOf(sql`select to_jsonb(o) - 'request_hash' || jsonb_build_object(
        'bookings', ${listOf(sql`select to_jsonb(b) || jsonb_build_object('session', jsonb_build_object(
            'type', t.name, 'venue', v.name, 'start_date', s.start_date, 'end_date', s.end_date,
            'start_time', s.start_time, 'end_time', s.end_time)) as row
          from bookings b join sessions s on s.id = b.session_id join offerings f on f.id = s.offering_id
          join offering_types t on t.id = s.offering_type_id join venues v on v.id = f.venue_id
          where b.order_id = o.id order by b.id`)},
        'items', ${listOf(sql`select to_jsonb(i) as row from order_items i where i.order_id = o.id order by i.id`)},
        'packs', ${listOf(sql`select to_jsonb(p) as row from order_packs p where p.order_id = o.id`)},
        'discount', ${listOf(sql`select jsonb_build_object('code', c.code, 'amount_pence', u.amount_pence,
            'released_at', u.released_at) as row
          from discount_uses u join discount_codes c on c.id = u.discount_code_id where u.order_id = o.id`)},
        'delivery', ${listOf(sql`select to_jsonb(d) as row from order_deliveries d where d.order_id = o.id`)},
        'payments', ${listOf(sql`select jsonb_build_object('status', p.status, 'amount_pence', p.amount_pence,
            'created_at', p.created_at) as row from payments p where p.order_id = o.id order by p.id`)}) as row
      from orders o where ${own('o')} order by o.id`)},
    'moves', ${listOf(sql`select to_jsonb(m) as row from booking_moves m join bookings b on b.id = m.booking_id
      where ${own('b')} order by m.id`)},
    'creditEntries', ${listOf(sql`select to_jsonb(e) as row from credit_entries e where ${own('e')} order by e.id`)},
    'pointEntries', ${listOf(sql`select to_jsonb(e) as row from point_entries e where ${own('e')} order by e.id`)},
    'waitingList', ${listOf(sql`select to_jsonb(w) as row from waiting_entries w where ${own('w')} order by w.id`)},
    'messages', ${listOf(sql`select to_jsonb(m) - 'once_key' as row from messages m where ${own('m')} order by m.id`)},
    'mails', ${listOf(sql`select to_jsonb(m) - 'once_key' as row from mails m where ${own('m')} order by m.id`)},
    'newsletter', ${listOf(sql`select to_jsonb(n) as row from subscriptions n join accounts a on a.email = n.email
      where a.id = ${accountId}`)},
    'basketProducts', ${listOf(sql`select to_jsonb(p) as row from basket_products p where ${own('p')} order by p.id`)},
    'basketSessions', ${listOf(sql`select to_jsonb(l) as row from basket_sessions l where ${own('l')} order by l.id`)},
    'enquiries', ${listOf(sql`select to_jsonb(q) as row from enquiries q where ${own('q')} order by q.id`)},
    'pictures', ${listOf(sql`select jsonb_build_object('path', p.path, 'created_at', p.created_at) as row
      from media p where ${own('p')} order by p.id`)},
    'signIns', ${listOf(sql`select jsonb_build_object('created_at', k.created_at, 'last_used_at', k.last_used_at) as row
      from access_tokens k where ${own('k')} order by k.id`)}) as own`.execute(db)
  const answers = await db
    .selectFrom('accounts')
    .select(['referral_source', 'wants_offers', 'terms_accepted_at', 'created_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    account: { ...(await readAccount(db, accountId)), ...answers },
    children: await readChildren(db, dataKey, accountId),
    ...rows[0]?.own,
  }

  function own(table: string) {
    return sql`${sql.ref(`${table}.account_id`)} = ${accountId}`
  }
}

/** The rows of a query of one column `row`, as one JSON list. */
const listOf = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(row), '[]') from (${query}) as listed)`
