import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the database up to date; safe when several processes start at once.
 * Each file runs whole or not at all, and is never run twice.
 */
export async function migrate({ db, runScript }: Database): Promise<void> {
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
  await runScript(
    'create table if not exists schema_migrations (version text primary key, applied_at timestamptz not null default now())',
  )
  const applied = await sql<{ version: string }>`select version from schema_migrations`.execute(db)
  const done = new Set(applied.rows.map(row => row.version))
  for (const file of files) {
    const version = file.replace('.sql', '')
    if (done.has(version)) continue
    const script = readFileSync(new URL(file, folder), 'utf8')
    await runScript(onceInTransaction(version, script))
  }
}

/** The lock makes a second process wait; its insert then fails on the version and its copy rolls back. */
function onceInTransaction(version: string, script: string): string {
  return `begin;
lock table schema_migrations in exclusive mode;
do $once$ begin
  if exists (select 1 from schema_migrations where version = '${version}') then
    raise exception 'already applied' using errcode = 'unique_violation', constraint = 'schema_migrations_pkey';
  end if;
end $once$;
${script}
insert into schema_migrations (version) values ('${version}');
commit;`
}
