import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'
import type { Database, Db } from './connect.ts'

/** What a backup is made of. */
export interface BackedUp {
  database: Pick<Database, 'db' | 'flavour'>
  /** The folder of the business's own pictures and uploads, and the bucket, where uploads are in one. */
  pictures: Pick<PictureStore, 'list' | 'read'>[]
  /** Of the key that notes are sealed with; the key itself is never in a backup. */
  keyId: Buffer
  clock: Clock
}

/** A line that is not a row: what follows, or what stands here. */
export type Marker =
  | ['maypole', { format: 1; keyId: string }]
  | ['file', path: string, base64: string]
  | ['database', { at: string; migrations: string[] }]
  | ['table', name: string, lastId: number | null]
  | ['end', { rows: number; files: number }]

const pack = promisify(gzip)
const rowsAtOnce = 1000

/**
 * Everything that a business has, taken while it works: lines packed by gzip, in pieces that are good one after the
 * other. The database's rows are those of one moment, as PostgreSQL writes them in JSON, which either database reads;
 * tables stand behind those they refer to. Files are read before that moment, and once more the new ones after it, so
 * that none is missing which a row names.
 */
export async function* backUp({ database, pictures, keyId, clock }: BackedUp): AsyncGenerator<Buffer> {
  const count = { rows: 0 }
  const seen = new Set<string>()
  yield packed(['maypole', { format: 1, keyId: keyId.toString('hex') }])
  for (const store of pictures) yield* newFiles(store, seen)
  const rows = rowsOfOneMoment(database.db, clock, count)
  // The embedded database answers nobody else meanwhile: it must not wait for whoever takes the pieces.
  yield* database.flavour === 'embedded' ? await collect(rows) : rows
  for (const store of pictures) yield* newFiles(store, seen)
  yield packed(['end', { rows: count.rows, files: seen.size }])
}

const packed = (marker: Marker) => pack(`${JSON.stringify(marker)}\n`)

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

async function* newFiles(store: BackedUp['pictures'][number], seen: Set<string>): AsyncGenerator<Buffer> {
  for (const path of await store.list()) {
    // One that is gone by now was replaced: nothing names it any more.
    const bytes = seen.has(path) ? undefined : await store.read(path)
    if (!bytes) continue
    seen.add(path)
    yield packed(['file', path, bytes.toString('base64')])
  }
}

async function* rowsOfOneMoment(db: Db, clock: Clock, count: { rows: number }): AsyncGenerator<Buffer> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    const { rows: migrations } = await sql<{ name: string }>`
      select version as name from schema_migrations order by version`.execute(tx)
    yield packed(['database', { at: clock().toISOString(), migrations: migrations.map(({ name }) => name) }])
    for (const { name, lastId } of await readTables(tx)) {
      yield packed(['table', name, lastId])
      await sql`declare backed_up no scroll cursor for select to_json(t)::text as line from ${sql.table(name)} t`.execute(
        tx,
      )
      for (;;) {
        const { rows } = await sql<{ line: string }>`
          fetch ${sql.lit(rowsAtOnce)} from backed_up`.execute(tx)
        if (rows.length === 0) break
        count.rows += rows.length
        yield await pack(rows.map(({ line }) => `${line}\n`).join(''))
      }
      await sql`close backed_up`.execute(tx)
    }
  } finally {
    await tx.rollback().execute()
  }
}

interface Table {
  name: string
  /** The last id that was given out, that of a row which is gone included. */
  lastId: number | null
  refersTo: string[]
}

/** Every table that holds the business's rows, behind those it refers to. */
async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      (select pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), attname)::regclass)
        from pg_attribute where attrelid = c.oid and attidentity <> '') as "lastId",
      array(select f.relname::text from pg_constraint join pg_class f on f.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as "refersTo"
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
    order by relname`.execute(db)
  const ordered: Table[] = []
  while (ordered.length < rows.length) {
    const next = rows.find(
      table =>
        !ordered.includes(table) && table.refersTo.every(name => ordered.some(one => one.name === name)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    ordered.push(next)
  }
  return ordered
}
