import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** Counted tries are written whether or not a call is refused. */
const uncompared = ['rate_limits', 'schema_migrations']

/** The number of rows of every table and a checksum of all that is in them. */
export async function readChecksums(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${uncompared})`.execute(
    db,
  )
  const sums = tables.rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
        as sum from ${sql.table(name)} t`,
  )
  const found = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)}`.execute(db)
  return Object.fromEntries(found.rows.map(({ name, sum }) => [name, sum]))
}
