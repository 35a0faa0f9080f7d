import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** Tables that are not watched: rate limits are counted even when a call is refused. */
const unwatched = ['rate_limits', 'schema_migrations']

/** Starts to record writes. Each call returns the tables written since the previous one. */
export async function watchWrites(db: Db): Promise<() => Promise<string[]>> {
  await sql`create table written_rows (name text not null)`.execute(db)
  await sql`create function note_written_row() returns trigger language plpgsql as $$
    begin
      insert into written_rows values (tg_table_name);
      return null;
    end $$`.execute(db)
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> all(${[...unwatched, 'written_rows']})`.execute(db)
  for (const { name } of tables.rows) {
    await sql`create trigger note_written_row after insert or update or delete on ${sql.table(name)}
      for each row execute function note_written_row()`.execute(db)
  }
  return async () => {
    const written = await sql<{ name: string }>`
      with taken as (delete from written_rows returning name) select distinct name from taken order by name`.execute(
      db,
    )
    return written.rows.map(({ name }) => name)
  }
}
