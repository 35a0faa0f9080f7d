import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { SettingError } from '#server/config.ts'
import type { Database, Tx } from '#server/database/connect.ts'
import { bringUpToDate, type Layout, readLayout, waitForOthers } from '#server/database/migrate.ts'
import type { Marker } from './back-up.ts'

export interface Restored {
  /** The time at which the backup was made. */
  at: Date
  rows: number
  files: number
}

interface Given {
  /** The id of the key with which this server opens notes. */
  keyId: Buffer
  keepFile: (path: string, bytes: Buffer) => Promise<void>
}

const rowsPerBatch = 1000

/**
 * Restores a backup into an empty database, whole or not at all: the tables of its version, the rows, and
 * then the migrations of a newer server. The database checks every constraint, except for older rows that it
 * never checked. Throws SettingError if the backup is not for this server.
 */
export async function restore(
  { db, flavour }: Database,
  backup: string,
  { keyId, keepFile }: Given,
): Promise<Restored> {
  const layout = readLayout()
  const counted = await requireWhole(backup)
  return db.transaction().execute(async tx => {
    await waitForOthers(tx)
    await requireEmpty(tx)
    let at = ''
    let table = ''
    let batch: string[] = []
    let putBackRules = async () => {}
    const insertBatch = async () => {
      if (batch.length > 0) await insert(tx, table, batch)
      batch = []
    }
    for await (const line of linesOfBackup(backup)) {
      if (line.startsWith('{')) {
        batch.push(line)
        if (batch.length === rowsPerBatch) await insertBatch()
        continue
      }
      await insertBatch()
      const marker = JSON.parse(line) as Marker
      if (marker[0] === 'maypole') requireKey(marker[1].keyId, keyId)
      if (marker[0] === 'file') await keepFile(marker[1], Buffer.from(marker[2], 'base64'))
      if (marker[0] === 'database') {
        at = marker[1].at
        await bringUpToDate(tx, flavour, layoutOf(marker[1].migrations, layout))
        await takeOutFirstRows(tx)
        putBackRules = await dropRulesForLaterRows(tx)
      }
      if (marker[0] === 'table') {
        table = marker[1]
        await continueIds(tx, table, marker[2])
      }
    }
    await putBackRules()
    await bringUpToDate(tx, flavour, layout)
    return { at: new Date(at), ...counted }
  })
}

const notWhole = () => new SettingError('the backup is not whole: it was cut off, or is none of ours')

export const isFirstOfBackup = (line: string): boolean => line.startsWith('["maypole",{"format":1,')

/** Reads the lines of a backup; any other file throws SettingError. */
async function* linesOfBackup(backup: string): AsyncGenerator<string> {
  let isFirst = true
  try {
    for await (const line of unpackedLines(backup)) {
      if (isFirst && !isFirstOfBackup(line)) throw notWhole()
      isFirst = false
      yield line
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'ENOENT') throw new SettingError(`there is no file ${backup}`)
    throw code.startsWith('Z_') ? notWhole() : error
  }
}

/** Reads the lines of a compressed file. An unreadable file throws an error with a `code`. */
export async function* unpackedLines(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  const read = createReadStream(file).on('error', error => unpacked.destroy(error))
  let begun: string[] = []
  for await (const piece of read.pipe(unpacked).setEncoding('utf8')) {
    const [end = '', ...others] = String(piece).split('\n')
    begun.push(end)
    for (const next of others) {
      yield begun.join('')
      begun = [next]
    }
  }
}

/** Reads a backup to its end and counts its lines; throws SettingError if it is incomplete. */
export async function requireWhole(backup: string): Promise<{ rows: number; files: number }> {
  const counted = { rows: 0, files: 0 }
  for await (const line of linesOfBackup(backup)) {
    if (line.startsWith('{')) counted.rows += 1
    if (line.startsWith('["file",')) counted.files += 1
    if (line === JSON.stringify(['end', counted] satisfies Marker)) return counted
  }
  throw notWhole()
}

async function requireEmpty(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`.execute(tx)
  if (rows.length > 0) throw new SettingError('the database is not empty; restore into a new one')
}

function requireKey(ofBackup: string, own: Buffer): void {
  if (ofBackup === own.toString('hex')) return
  throw new SettingError(
    `the backup's notes are sealed with the DATA_KEY of fingerprint ${ofBackup}; this one has ${own.toString('hex')}`,
  )
}

/** Creates the tables as they were in the backup, without functions, whose triggers would reject old rows. */
function layoutOf(names: string[], { migrations }: Layout): Layout {
  const unknown = names.find(name => migrations.every(migration => migration.name !== name))
  if (unknown)
    throw new SettingError(`the backup is of the newer version ${unknown}; restore it with that one`)
  return { migrations: migrations.filter(({ name }) => names.includes(name)), functions: [] }
}

/** Deletes rows that migrations insert, because the backup has them with their later changes. */
async function takeOutFirstRows(tx: Tx): Promise<void> {
  const { rows } = await sql<{ tables: string }>`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%'`.execute(
    tx,
  )
  if (rows[0]) await sql`truncate ${sql.raw(rows[0].tables)}`.execute(tx)
}

/**
 * Drops constraints that are `not valid`, because older rows may break them. Returns a function that adds them again.
 */
async function dropRulesForLaterRows(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where connamespace = 'public'::regnamespace and not convalidated`.execute(tx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  return async () => {
    for (const { table, name, definition } of rows)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        tx,
      )
  }
}

async function insert(tx: Tx, table: string, lines: string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(
    tx,
  )
}

/** Continues the ids after the last one, so that no id is used twice, not even that of a deleted row. */
async function continueIds(tx: Tx, table: string, lastId: number | null): Promise<void> {
  if (lastId === null) return
  await sql`select setval(pg_get_serial_sequence(${table}, attname), ${lastId}) from pg_attribute
    where attrelid = ${table}::regclass and attidentity <> ''`.execute(tx)
}
