import { expect, test } from 'vitest'
import { requireOwnPictures } from '#server/features/accounts/queries.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeUpload } from '#testing/make-upload.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { clearUploads } from './clear-uploads.ts'

const app = await startTestApp()

async function oldUpload() {
  const { accountId, api } = await makeAccount(app)
  const path = `uploads/${accountId}.webp`
  await makeUpload(app, accountId, path, new Date(app.clock.now().getTime() - 25 * 60 * 60 * 1000))
  return { accountId, api, path }
}
const isKept = (path: string) => rowsOf(app.db, 'media', { path }).then(rows => rows.length === 1)

/** Uses an upload in the middle of clearing the uploads, between finding it and deleting it. */
const useWhileClearing = (
  accountId: Awaited<ReturnType<typeof oldUpload>>['accountId'],
  path: string,
  locks: boolean,
) =>
  app.db.transaction().execute(async tx => {
    if (locks) await requireOwnPictures(tx, accountId, [{ given: path, present: '' }])
    await clearUploads(app.services)
    await changeRows(tx, 'accounts', { id: accountId }, { avatar_path: path })
  })

test('an upload about to be used is not deleted; without its lock it is', async () => {
  const unguarded = await oldUpload()
  await useWhileClearing(unguarded.accountId, unguarded.path, false)
  expect(await isKept(unguarded.path)).toBe(false)
  expect(await findViolations(app.db, app.clock.now())).toMatchObject([{ number: 28, violations: 1 }])
  await changeRows(app.db, 'accounts', { id: unguarded.accountId }, { avatar_path: '' })

  const { accountId, path } = await oldUpload()
  await useWhileClearing(accountId, path, true)
  expect(await isKept(path)).toBe(true)
  await clearUploads(app.services)
  expect(await isKept(path)).toBe(true)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('deleting and using an upload at once never leaves a missing picture', async () => {
  const uploads: Awaited<ReturnType<typeof oldUpload>>[] = []
  while (uploads.length < 40) uploads.push(await oldUpload())
  const [refusals] = await Promise.all([
    Promise.all(uploads.map(({ api, path }) => refusal(api.accounts.editProfile({ avatar: path })))),
    clearUploads(app.services),
    clearUploads(app.services),
  ])
  for (const [index, { path }] of uploads.entries()) {
    expect(await isKept(path)).toBe(refusals[index] === undefined)
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
