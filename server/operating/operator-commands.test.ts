import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bucketStore } from '#server/pictures/bucket-store.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeEmpty, openTestDatabase } from '#testing/open-test-database.ts'
import { type BucketStandIn, startBucket } from '#testing/start-bucket.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { runBackup, runRestore, runRotation } from './operator-commands.ts'
import { runAudit } from './run-audit.ts'

const app = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'maypole-operator-'))
const buckets = [await startBucket(), await startBucket()] as const
afterAll(async () => {
  await Promise.all(buckets.map(bucket => bucket.close()))
  rmSync(folder, { recursive: true })
})

const asKey = (key: Buffer) => key.toString('base64')
const newKey = Buffer.alloc(32, 8)
const settings = (url: string | undefined, name: string, { bucket }: BucketStandIn) => ({
  DEMO: '1',
  DATABASE_URL: url,
  DATA_DIR: join(folder, name),
  DATA_KEY: asKey(app.services.config.dataKey),
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.name,
  S3_REGION: bucket.region,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
})

test('PostgreSQL with its bucket is backed up, restored beside it, given another key, and audited', async () => {
  const [full, empty] = buckets
  const given = settings(app.database.url, 'given', full)
  await makeFamily(app, { children: 4 })
  mkdirSync(join(given.DATA_DIR, 'media'), { recursive: true })
  writeFileSync(join(given.DATA_DIR, 'media', 'own.webp'), 'of the business')
  const uploads = ['uploads/1.webp', 'uploads/2.webp', 'uploads/3.webp']
  for (const path of uploads) await bucketStore(full.bucket).keep(path, Buffer.from(path))

  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const file = join(folder, 'backup.gz')
  await runBackup(given, file, say)
  expect(said.pop()).toMatch(/ and 4 files; DATA_KEY of fingerprint [0-9a-f]{8}$/)

  const database = await openTestDatabase(1)
  await makeEmpty(database)
  const restored = settings(database.url, 'restored', empty)
  try {
    const anotherKey = { ...restored, DATA_KEY: asKey(newKey) }
    await expect(runRestore(anotherKey, file, say)).rejects.toThrow('fingerprint')
    expect(empty.objects.size).toBe(0)
    expect(await runRestore(restored, file, say)).toBe(true)
    expect([...empty.objects.keys()].sort()).toEqual(uploads)
    const again = runRestore({ ...restored, DATA_DIR: join(folder, 'again') }, file, say)
    await expect(again).rejects.toThrow('has uploads already')

    const rotated = { ...restored, DATA_KEY_NEW: asKey(newKey) }
    await database.db.transaction().execute(async tx => {
      await sql`select`.execute(tx)
      await expect(runRotation(rotated, say)).rejects.toThrow('stop every server')
    })
    const name = new URL(restored.DATABASE_URL ?? '').pathname.slice(1)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`.execute(
      app.db,
    )
    await runRotation(rotated, say)
    expect(said.pop()).toMatch(/^The notes of 4 children are sealed again/)
    expect(await runAudit(restored, app.clock.now(), say)).toBe(false)
    expect(await runAudit(anotherKey, app.clock.now(), say)).toBe(true)
    expect(said.pop()).toMatch(/^All \d+ invariants hold\.$/)
  } finally {
    await database.close()
  }
})

test('a database with another encoding than UTF8 is refused with a message', async () => {
  const url = new URL(app.database.url ?? '')
  const name = `${url.pathname.slice(1)}_ascii`
  await app.database.runScript(
    `create database ${name} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  )
  url.pathname = name
  const given = settings(url.href, 'ascii', buckets[0])
  const audit = runAudit(given, app.clock.now(), () => {})
  await expect(audit).rejects.toThrow('DATABASE_URL is of a database with the encoding SQL_ASCII')
  await app.database.runScript(`drop database ${name} with (force)`)
})

test('an unreachable bucket ends a backup with one line', async () => {
  const closed = await startBucket()
  await closed.close()
  const given = settings(app.database.url, 'given', closed)
  mkdirSync(join(given.DATA_DIR, 'media'), { recursive: true })
  const backup = runBackup(given, join(folder, 'never.gz'), () => {})
  await expect(backup).rejects.toThrow(/^S3_BUCKET \S+ at \S+ cannot be used: it does not answer[^\n]*$/)
})

test('a statement that fails during a backup is not reported as an unwritable file', async () => {
  const url = app.database.url ?? ''
  const given = settings(url, 'given', buckets[0])
  mkdirSync(join(given.DATA_DIR, 'media'), { recursive: true })
  const file = join(folder, 'ended.gz')
  const name = new URL(url).pathname.slice(1)
  await app.db.transaction().execute(async tx => {
    await sql`lock table accounts`.execute(tx)
    const backup = runBackup(given, file, () => {}).then(
      () => 'was made',
      error => error,
    )
    const end = async () => {
      const { rows } = await sql<{ pid: number }>`select pid, pg_cancel_backend(pid) from pg_stat_activity
        where datname = ${name} and wait_event_type = 'Lock' and query like 'declare%'`.execute(app.db)
      return rows.length
    }
    await expect.poll(end, { timeout: 15_000 }).toBe(1)
    expect(String(await backup)).not.toContain('cannot be written')
  })
  expect(readdirSync(folder)).not.toContain('ended.gz.unfinished')
})
