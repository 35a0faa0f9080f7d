import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { clearUploads } from '#server/features/content/clear-uploads.ts'
import { makeAccount } from '#testing/make-account.ts'
import { rowsOf } from '#testing/rows.ts'
import { startBucket } from '#testing/start-bucket.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { upload } from '#testing/upload-picture.ts'

const standIn = await startBucket()
afterAll(() => standIn.close())
const app = await startTestApp({ config: { bucket: standIn.bucket } })
const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c23f1b' } })
  .png()
  .toBuffer()

const get = (url: string) => app.http.inject({ url })

test("with a bucket an upload is stored there, and served under the site's own address", async () => {
  const { token } = await makeAccount(app)
  const { data } = await upload(app, picture, token)
  const path = data?.url ?? ''
  expect([...standIn.objects.keys()]).toEqual(
    expect.arrayContaining([
      path,
      path.replace('.webp', '-800.webp'),
      path.replace('.webp', '-480.webp'),
      path.replace('.webp', '-160.webp'),
    ]),
  )
  for (const [address, kept] of [...standIn.objects].map(
    ([key, { bytes }]) => [`/media/${key}`, bytes] as const,
  )) {
    const answer = await get(address)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(answer.headers['cache-control']).toBe('private, max-age=2592000, immutable')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.rawPayload.equals(kept)).toBe(true)
  }
})

test('only file names that the server made are looked up', async () => {
  standIn.objects.set('uploads/secret.txt', { bytes: Buffer.from('no'), type: 'text/plain' })
  for (const name of ['secret.txt', '..%2fuploads%2fsecret.txt', `${'0'.repeat(32)}.webp`]) {
    expect((await get(`/media/uploads/${name}`)).statusCode).toBe(404)
  }
  standIn.objects.delete('uploads/secret.txt')
})

test('while the bucket is down an upload is refused in plain words, and its file is deleted', async () => {
  const { token, accountId } = await makeAccount(app)
  const before = standIn.objects.size
  standIn.faults.push(...Array<503>(8).fill(503))
  expect(await upload(app, picture, token)).toMatchObject({
    status: 200,
    code: 0,
    msg: sentences.pictureNotKept,
  })
  expect(standIn.objects.size).toBe(before)
  app.clock.advance(25 * 60)
  await clearUploads(app.services)
  await app.runJobs()
  const rows = await rowsOf(app.db, 'media', { account_id: accountId })
  expect(rows).toEqual([])
})

test('a folder that cannot be written fails the upload with a sentence and a log line only', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'maypole-full-'))
  const full = await startTestApp({ config: { dataDir } })
  const lines: unknown[] = []
  full.services.log = { info: () => {}, error: event => void lines.push(event) }
  const { token, api } = await makeAccount(full)
  const uploads = join(dataDir, 'media', 'uploads')
  writeFileSync(uploads, 'not a folder')
  const refused = { status: 200, code: 0, msg: sentences.pictureNotKept, data: null }
  expect(await upload(full, picture, token)).toEqual(refused)
  expect(lines).toEqual(['picture not kept'])
  await api.accounts.editProfile({ town: 'Hove' })
  rmSync(uploads)
  expect(await upload(full, picture, token)).toMatchObject({ code: 1 })
  rmSync(dataDir, { recursive: true })
})

test('removing a picture deletes it from the bucket, and retries if the bucket is unreachable', async () => {
  const { token } = await makeAccount(app)
  const { data } = await upload(app, picture, token)
  const kept = () =>
    [...standIn.objects.keys()].filter(key => key.startsWith(data?.url.slice(0, -5) ?? '')).length
  expect(kept()).toBe(4)
  app.clock.advance(25 * 60)
  await clearUploads(app.services)
  standIn.faults.push(...Array<503>(8).fill(503))
  await app.runJobs()
  expect(kept()).toBe(4)
  app.clock.advance(1)
  await app.runJobs()
  expect(kept()).toBe(0)
})
