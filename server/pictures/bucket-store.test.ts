import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SettingError } from '#server/config.ts'
import { type BucketStandIn, startBucket } from '#testing/start-bucket.ts'
import { bucketStore } from './bucket-store.ts'
import { openPictureStore } from './open-picture-store.ts'

let standIn: BucketStandIn
beforeAll(async () => {
  standIn = await startBucket()
})
afterAll(() => standIn.close())
beforeEach(() => {
  standIn.objects.clear()
  standIn.faults.length = 0
})

const picture = Buffer.from('the bytes of a picture')
const path = 'uploads/0123.webp'
const open = (wrong: Partial<BucketStandIn['bucket']> = {}) =>
  openPictureStore({ bucket: { ...standIn.bucket, ...wrong }, dataDir: '' })

test('a picture is stored, read and removed; a missing one reads as undefined', async () => {
  const store = bucketStore(standIn.bucket)
  expect(await store.read(path)).toBeUndefined()
  await store.keep(path, picture)
  expect(standIn.objects.get(path)).toEqual({ bytes: picture, type: 'image/webp' })
  expect(await store.read(path)).toEqual(picture)
  await store.remove(path)
  await store.remove(path)
  expect(standIn.objects.size).toBe(0)
})

test('a connection lost once, or an error of the store, is retried', async () => {
  const store = bucketStore(standIn.bucket)
  for (const fault of ['hang up', 503] as const) {
    standIn.faults.push(fault)
    await store.keep(path, picture)
    standIn.faults.push(fault)
    expect(await store.read(path)).toEqual(picture)
  }
})

test('a store that stays broken fails the request and says how', async () => {
  const store = bucketStore(standIn.bucket)
  standIn.faults.push(503, 503)
  await expect(store.keep(path, picture)).rejects.toThrow('HTTP 503 SlowDown')
  standIn.faults.push('hang up', 'hang up')
  await expect(store.read(path)).rejects.toThrow('it does not answer')
})

describe('at the start', () => {
  test('a test file is written to the bucket and removed', async () => {
    await open()
    expect(standIn.objects.size).toBe(0)
  })

  test('a key without the right to list is reported, because backups need it', async () => {
    standIn.faults.push(0, 0, 0, 403)
    await expect(open()).rejects.toThrow('cannot be used: HTTP 403')
    expect(standIn.objects.size).toBe(0)
  })

  test.each([
    ['secret', { secretAccessKey: 'wrong' }, 'HTTP 403 SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'AKIAWRONG' }, 'HTTP 403 SignatureDoesNotMatch'],
    ['region', { region: 'eu-west-1' }, 'HTTP 403 SignatureDoesNotMatch'],
    ['bucket', { name: 'elsewhere' }, 'HTTP 404 NoSuchBucket'],
    ['endpoint', { endpoint: 'http://127.0.0.1:1' }, 'it does not answer'],
  ])('a wrong %s is reported in one line', async (_name, wrong, reason) => {
    const opening = open(wrong)
    await expect(opening).rejects.toThrow(SettingError)
    await expect(opening).rejects.toThrow(/^S3_BUCKET \S+ at \S+ cannot be used: [^\n]*$/)
    await expect(opening).rejects.toThrow(reason)
  })
})
