import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Makes PostgreSQL analyse tables that have grown many times larger since the last time, so that it replaces their kept
 * plans. By itself it checks once a minute. A young business that opens its first term would spend that minute with
 * plans for an empty table (record 011).
 */
export async function renewStatistics({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where schemaname = current_schema() and n_live_tup > 100 + 10 * greatest(reltuples, 0)`.execute(db)
  // A table that is in use is analysed the next time.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.id(name)}`.execute(db)
}
