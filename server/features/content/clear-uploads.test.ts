import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { aChild } from '#testing/child-form.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { upload } from '#testing/upload-picture.ts'
import { clearUploads } from './clear-uploads.ts'

const app = await startTestApp()
const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c23f1b' } })
  .png()
  .toBuffer()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const hours = (count: number) => count * 60
const uploadOne = async (token: string) => (await upload(app, picture, token)).data?.url ?? ''
const filesOf = (path: string) =>
  ['.webp', '-800.webp', '-480.webp', '-160.webp']
    .map(ending => join(app.services.config.dataDir, 'media', path.replace('.webp', ending)))
    .filter(file => existsSync(file)).length
const picturesOf = (accountId: number) => rowsOf(app.db, 'media', { account_id: accountId })
async function clear(): Promise<void> {
  await clearUploads(app.services)
  await app.runJobs()
}

test('an unused upload is deleted a day later, one in use stays', async () => {
  const { token, accountId, api } = await makeAccount(app)
  const [avatar, child, pickUp, unused] = [
    await uploadOne(token),
    await uploadOne(token),
    await uploadOne(token),
    await uploadOne(token),
  ]
  await api.accounts.editProfile({ avatar })
  const pickUpPerson = { ...aChild.pickUpPerson, photo: pickUp }
  await api.children.add({ ...aChild, avatar: child, pickUpPerson })
  app.clock.advance(hours(24))
  await clear()
  expect(await picturesOf(accountId)).toHaveLength(4)
  app.clock.advance(1)
  await clear()
  expect(await picturesOf(accountId)).toMatchObject([{ path: avatar }, { path: child }, { path: pickUp }])
  expect([avatar, child, pickUp, unused].map(filesOf)).toEqual([4, 4, 4, 0])
  expect((await app.http.inject({ url: `/media/${unused}` })).statusCode).toBe(404)
  app.clock.advance(hours(24))
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a replaced picture is deleted too', async () => {
  const { token, accountId, api } = await makeAccount(app)
  const [old, present] = [await uploadOne(token), await uploadOne(token)]
  await api.accounts.editProfile({ avatar: old })
  await api.accounts.editProfile({ avatar: present })
  app.clock.advance(hours(25))
  await clear()
  expect(await picturesOf(accountId)).toMatchObject([{ path: present }])
  expect(filesOf(old)).toBe(0)
  expect(await refusal(api.accounts.editProfile({ avatar: old }))).toBe(sentences.pictureNotFound)
})

test("more than one batch of uploads is deleted, but not the business's own pictures", async () => {
  const { accountId } = await makeAccount(app)
  const row = (account_id: number | null, number: number) => ({
    account_id,
    path: `uploads/heap-${account_id}-${number}.webp`,
    mime: 'image/webp',
    bytes: 1,
    sha256: Buffer.alloc(32),
    created_at: app.clock.now(),
  })
  await app.db
    .insertInto('media')
    .values([...Array.from({ length: 201 }, (_, number) => row(accountId, number)), row(null, 0)])
    .execute()
  app.clock.advance(hours(25))
  await clear()
  expect(await picturesOf(accountId)).toEqual([])
  const own = await app.db.selectFrom('media').select('path').where('account_id', 'is', null).execute()
  expect(own).toEqual([{ path: 'uploads/heap-null-0.webp' }])
})
