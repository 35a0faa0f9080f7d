import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { SettingError } from '#server/config.ts'
import { type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { readLayout } from '#server/database/migrate.ts'
import { keyId } from '#server/database/seal-note.ts'
import { readChildren } from '#server/features/children/queries.ts'
import { folderStore } from '#server/pictures/picture-store.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, makeFamilies } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeProductOrder, payByCard } from '#testing/make-order.ts'
import { makeEmpty, openTestDatabase } from '#testing/open-test-database.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { backUp } from './back-up.ts'
import { backupSocket, offerBackups } from './backup-socket.ts'
import { restore } from './restore.ts'

const app = await startTestApp()
const { dataKey } = app.services.config
const folder = mkdtempSync(join(tmpdir(), 'maypole-backup-'))
const mediaFolder = join(folder, 'media')
mkdirSync(join(mediaFolder, 'uploads'), { recursive: true })
writeFileSync(join(mediaFolder, 'uploads', 'one.webp'), Buffer.from([0, 10, 255]))
writeFileSync(join(mediaFolder, 'uploads', 'two.webp.unfinished'), '')
afterAll(() => rmSync(folder, { recursive: true }))

async function backUpTo(name: string, database: Database): Promise<string> {
  const file = join(folder, name)
  const given = {
    database,
    pictures: [folderStore(mediaFolder)],
    keyId: keyId(dataKey),
    clock: app.clock.now,
  }
  await pipeline(backUp(given), createWriteStream(file))
  return file
}

const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n')
/** Returns a backup's lines about rows, sorted: two backups of the same rows may order them differently. */
const rowsIn = (file: string) =>
  linesOf(file)
    .filter(line => line.startsWith('{') || line.startsWith('["table"'))
    .sort()

const files = new Map<string, Buffer>()
const given = {
  keyId: keyId(dataKey),
  keepFile: async (path: string, bytes: Buffer) => void files.set(path, bytes),
}

/** Opens an empty database of the kind that the run uses. */
async function openEmpty(): Promise<Database> {
  const database = await openTestDatabase(2)
  await makeEmpty(database)
  return database
}

test('a backup taken under load is complete, and can be restored into either database', async () => {
  await payByCard(app, await makeProductOrder(app, { quantity: 1, stockLeft: 2 }))
  const families = await makeFamilies(app, 12, { credits: 3 })
  const session = await makeSession(app, await makeOffering(app), { capacity: 20, pricePence: 0 })
  const sold: string[] = []
  const book = async (family: (typeof families)[number]) => {
    const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
    sold.push(orderNumber)
  }
  for (const family of families.slice(0, 6)) await book(family)
  const before = [...sold]
  const booking = Promise.all(families.slice(6).map(book))
  const first = await backUpTo('first', app.database)
  await booking
  expect(sold).toHaveLength(12)

  let previous = first
  const opened = [await openEmbeddedDatabase(), await openEmpty()]
  try {
    for (const [round, database] of opened.entries()) {
      const { rows, files: restoredFiles, at } = await restore(database, previous, given)
      expect(at).toEqual(app.clock.now())
      expect(restoredFiles).toBe(1)
      expect(files.get('uploads/one.webp')).toEqual(Buffer.from([0, 10, 255]))
      expect(rows).toBeGreaterThan(100)
      expect(await findViolations(database.db, at, [dataKey])).toEqual([])
      const kept = await database.db.selectFrom('orders').select('order_number as number').execute()
      expect(kept.map(({ number }) => number)).toEqual(expect.arrayContaining(before))
      const [child] = await readChildren(database.db, dataKey, families[0].accountId)
      expect(child).toMatchObject({ medical: 'None' })
      previous = await backUpTo(`of-${round}`, database)
      expect(rowsIn(previous)).toEqual(rowsIn(first))
      // Triggers are in force again, and no id is given out twice.
      await expect(sql`update credit_entries set delta = 1`.execute(database.db)).rejects.toThrow(
        'append-only',
      )
      const { rows: ids } = await sql<{ next: number; last: number }>`
        select nextval(pg_get_serial_sequence('orders', 'id')) as next, max(id) as last from orders`.execute(
        database.db,
      )
      expect(ids[0]?.next).toBeGreaterThan(ids[0]?.last ?? 0)
    }
  } finally {
    for (const database of opened) await database.close()
  }
}, 120_000)

test('restoring never overwrites data, and needs the right key and a whole file', async () => {
  const whole = await backUpTo('whole', app.database)
  await expect(restore(app.database, whole, given)).rejects.toThrow('the database is not empty')
  const database = await openEmpty()
  const write = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const bytes = readFileSync(whole)
  const lines = linesOf(whole)
  const newer = lines.map(line => line.replace('"0001-tables"', '"0001-tables","9999-later"'))
  try {
    for (const [file, reason, key] of [
      [whole, 'fingerprint', Buffer.alloc(4)],
      [write('cut', bytes.subarray(0, -40)), 'not whole'],
      [write('no-end', gzipSync(lines.slice(0, -2).join('\n'))), 'not whole'],
      [write('a-row-less', gzipSync(lines.toSpliced(lines.findLastIndex(isRow), 1).join('\n'))), 'not whole'],
      [write('newer', gzipSync(newer.join('\n'))), 'newer version 9999-later'],
      [write('text', 'Hello'), 'none of ours'],
      [write('packed-text', gzipSync('Hello\n')), 'none of ours'],
      [join(folder, 'nowhere'), 'there is no file'],
    ] as const) {
      const error = await restore(database, file, { ...given, keyId: key ?? given.keyId }).catch(one => one)
      expect(error).toBeInstanceOf(SettingError)
      expect(error.message).toContain(reason)
      expect(error.message).not.toContain('\n')
    }
    const versions = readLayout().migrations.map(({ name }) => name)
    // An older backup has no rows of a table that a later migration makes.
    const newest = readLayout().migrations.findLast(({ text }) => !/create table/.test(text))
    const older = lines.map(line => line.replace(`,"${newest?.name}"`, ''))
    expect(older).not.toEqual(lines)
    await restore(database, write('older', gzipSync(older.join('\n'))), given)
    const { rows } = await sql<{ version: string }>`
      select version from schema_migrations order by version`.execute(database.db)
    expect(rows.map(({ version }) => version)).toEqual(versions)
  } finally {
    await database.close()
  }
}, 60_000)

test('a row older than the rule that it breaks is restored, and the rule applies to later ones', async () => {
  await makeSession(app, await makeOffering(app))
  const lines = linesOf(await backUpTo('rules', app.database))
  const place = lines.findLastIndex(line => line.startsWith('{') && line.includes('"start_time":'))
  const unreal = { start_date: '2027-03-28', start_time: '01:10', end_date: '2027-03-28', end_time: '01:50' }
  const older = lines
    .with(place, JSON.stringify({ ...JSON.parse(lines[place] ?? ''), ...unreal }))
    // Since this migration a trigger checks the times, and no constraint is `not valid`.
    .map(line => line.replace(',"0010-times-of-sessions-that-change"', ''))
  const file = join(folder, 'older-row')
  writeFileSync(file, gzipSync(older.join('\n')))
  const database = await openEmpty()
  const rulesOf = async ({ db }: Pick<Database, 'db'>) => {
    const { rows } = await sql<{ rule: string }>`
      select conname || ' ' || pg_get_constraintdef(oid) as rule from pg_constraint order by 1`.execute(db)
    return rows.map(({ rule }) => rule)
  }
  try {
    await restore(database, file, given)
    const { rows } = await sql`
      select from sessions where start_date = '2027-03-28' and start_time = '01:10'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(await rulesOf(database)).toEqual(await rulesOf(app))
  } finally {
    await database.close()
  }
}, 60_000)

test.skipIf(process.platform === 'win32')('a server stays ready while it is backed up', async () => {
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  async function* pieces() {
    begun.resolve()
    await goOn.promise
    yield Buffer.from('all')
  }
  const backups = offerBackups(folder, pieces, app.services.log)
  const http = await buildApp({ ...app.services, isBackingUp: backups.isUnderWay })
  // No job has ever run here, as when the backup has lasted for minutes.
  const status = async () => (await http.inject({ url: '/readyz' })).statusCode
  try {
    expect(await status()).toBe(503)
    const socket = connect(backupSocket(folder))
    await begun.promise
    expect(await status()).toBe(200)
    goOn.resolve()
    expect(await text(socket)).toBe('all')
    await expect.poll(status).toBe(503)
  } finally {
    backups.end()
    await http.close()
  }
})

const isRow = (line: string) => line.startsWith('{')
