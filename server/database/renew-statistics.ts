import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Has PostgreSQL look at the tables that are many times as large as when it last did; it then plans anew what it has
 * planned for them, and kept. By itself it looks once a minute: the minute in which a young business opens its first
 * term would be spent with plans for a table of nothing, which read all of it (record 107).
 */
export async function renewStatistics({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where schemaname = current_schema() and n_live_tup > 100 + 10 * greatest(reltuples, 0)`.execute(db)
  // A table that somebody else is at work on is looked at the next time.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db)
}
