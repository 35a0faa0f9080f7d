import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'

/** The source of a backup. */
export interface BackedUp {
  database: Pick<Database, 'db' | 'flavour'>
  /**
   * The stores of pictures: the folder with the business's pictures and uploads, and the bucket if uploads are in one.
   */
  pictures: Pick<PictureStore, 'list' | 'read'>[]
  /** The fingerprint of the key that seals notes. The key itself is never in a backup. */
  keyId: Buffer
  clock: Clock
}

/** A line that is no row: it announces the lines that follow, or is a whole entry. */
export type Marker =
  | ['maypole', { format: 1; keyId: string }]
  | ['file', path: string, base64: string]
  | ['database', { at: string; migrations: string[] }]
  | ['table', name: string, lastId: number | null]
  | ['end', { rows: number; files: number }]

const pack = promisify(gzip)
const rowsPerBatch = 1000

/**
 * Backs up everything that a business has, while it runs, as lines in gzip parts. The database's rows are of one
 * moment, in PostgreSQL's JSON, which either database reads; a table comes after those that it refers to. Files are
 * read before that moment, and new ones again after it, so that every file named by a row is included.
 */
export async function* backUp({ database, pictures, keyId, clock }: BackedUp): AsyncGenerator<Buffer> {
  const count = { rows: 0 }
  const seen = new Set<string>()
  yield packed(['maypole', { format: 1, keyId: keyId.toString('hex') }])
  for (const store of pictures) yield* newFiles(store, seen)
  const rows = rowsOfOneMoment(database.db, clock, count)
  // The embedded database answers nobody else meanwhile: it must not wait for a slow reader.
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
    // A file that is gone by now was replaced, and no row names it any more.
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
          fetch ${sql.lit(rowsPerBatch)} from backed_up`.execute(tx)
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
  /** The last id that was assigned, even if its row was deleted. */
  lastId: number | null
  refersTo: string[]
}

/** Reads every table that holds the business's rows, each after the tables that it refers to. */
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
