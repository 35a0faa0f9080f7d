import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { SettingError } from '#server/config.ts'
import type { Database, Db, Tx } from './connect.ts'
import { transaction } from './transaction.ts'

interface SqlFile {
  name: string
  text: string
}

/** The schema of a server: its migrations in order, and its functions and views. */
export interface Layout {
  migrations: SqlFile[]
  functions: SqlFile[]
}

/**
 * Brings the database up to date, in one transaction. When several processes start at once, one does it and the
 * others wait. Each migration runs once. Functions and views are replaced when their text differs. A newer
 * database is left as it is; throws SettingError when it no longer serves a server as old as this.
 */
export async function migrate({ db, flavour }: Database, layout = readLayout()): Promise<void> {
  await transaction(db, tx => bringUpToDate(tx, flavour, layout))
}

/** Migrates within the caller's transaction, as `migrate` does. */
export async function bringUpToDate(tx: Tx, flavour: Database['flavour'], layout: Layout): Promise<void> {
  await waitForOthers(tx)
  await sql`create table if not exists schema_migrations (version text primary key, serves text not null,
    applied_at timestamptz not null default now())`.execute(tx)
  await sql`create table if not exists schema_functions (name text primary key, hash text not null)`.execute(
    tx,
  )
  const applied = await readApplied(tx, flavour)
  if (isNewer(applied, layout)) return
  const missing = layout.migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) await applyMigration(tx, migration)
  await applyFunctions(tx, layout.functions, missing.length > 0)
}

/** Reads the SQL files in the folders beside this file. */
export const readLayout = (): Layout => ({
  migrations: readFolder('migrations'),
  functions: readFolder('functions'),
})

function readFolder(folder: string): SqlFile[] {
  const place = new URL(`./${folder}/`, import.meta.url)
  return readdirSync(place)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => ({ name: file.replace('.sql', ''), text: readFileSync(new URL(file, place), 'utf8') }))
}

/**
 * Takes a lock that ends with the transaction, so that it works through a pooler too. Waiting for it, and
 * migrating, may take long.
 */
export async function waitForOthers(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('schema_migrations', 0))`.execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
}

/** Reads the migrations applied to the database, each with the oldest migration whose servers it still serves. */
async function readApplied(tx: Tx, flavour: Database['flavour']): Promise<Map<string, string>> {
  const { rows } = await sql<{ version: string; serves: string | null }>`
    select version, to_jsonb(m) ->> 'serves' as serves from schema_migrations m`.execute(tx)
  return new Map(
    rows.map(({ version, serves }) => {
      if (serves === null) throw new SettingError(tooOld[flavour])
      return [version, serves]
    }),
  )
}

const tooOld: Record<Database['flavour'], string> = {
  PostgreSQL:
    'DATABASE_URL names a database of an older version that cannot be brought up to date; give an empty one',
  embedded:
    'DATA_DIR holds the data of an older version that cannot be brought up to date; delete the folder or move it away',
}

/**
 * Whether the database is new enough for a server of this layout and still serves it. Since the start, another
 * server may have migrated it, or somebody may have restored an older one.
 */
export async function isCurrent(db: Db, { migrations }: Layout): Promise<boolean> {
  const newest = migrations.at(-1)?.name ?? ''
  const { rows } = await sql<{ is_current: boolean }>`
    select max(version) >= ${newest} and max(serves) <= ${numberOf(newest)} as is_current
    from schema_migrations`.execute(db)
  return rows[0]?.is_current ?? false
}

const numberOf = (name: string) => name.slice(0, 4)

/** Whether a newer server has migrated the database. Its functions are then kept. */
function isNewer(applied: Map<string, string>, { migrations }: Layout): boolean {
  const own = numberOf(migrations.at(-1)?.name ?? '')
  const newest = [...applied.keys()].map(numberOf).sort().at(-1) ?? ''
  const serves = [...applied.values()].sort().at(-1) ?? ''
  if (serves > own) {
    throw new SettingError(
      `the database is of version ${newest} and serves servers from ${serves} on; this one is ${own}: start a newer server`,
    )
  }
  return newest > own
}

async function applyMigration(tx: Tx, migration: SqlFile): Promise<void> {
  const serves = /^-- serves: (\d{4})\n/.exec(migration.text)?.[1]
  if (!serves) throw new Error(`${migration.name} does not begin with the oldest version that it serves`)
  await run(tx, migration)
  await sql`insert into schema_migrations (version, serves) values (${migration.name}, ${serves})`.execute(tx)
}

/** Replaces changed functions; all of them after a migration, which may have dropped some. */
async function applyFunctions(tx: Tx, functions: SqlFile[], all: boolean): Promise<void> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from schema_functions`.execute(tx)
  const inForce = new Map(rows.map(({ name, hash }) => [name, hash]))
  for (const file of functions) {
    const hash = createHash('sha256').update(file.text).digest('hex')
    if (!all && inForce.get(file.name) === hash) continue
    await run(tx, file)
    await sql`insert into schema_functions (name, hash) values (${file.name}, ${hash})
      on conflict (name) do update set hash = excluded.hash`.execute(tx)
  }
}

/** Runs a text of several statements inside `execute`, whatever the driver. */
const run = (tx: Tx, { text }: SqlFile) =>
  sql.raw(`do $file$ begin execute $text$${text}$text$; end $file$`).execute(tx)
