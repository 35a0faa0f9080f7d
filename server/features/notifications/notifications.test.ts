import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '#server/testing/make-account.ts'
import { startTestApp, type TestApp } from '#server/testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const unread = async (token: string) => (await app.call<{ num: number }>('news/getReadNum', {}, token)).data
const publish = async (accountId: number | null, publishedAt = app.clock.now()) => {
  const { id } = await app.db
    .insertInto('messages')
    .values({ account_id: accountId, title: 'News', published_at: publishedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('the count needs a token', async () => {
  expect(await app.call('news/getReadNum')).toMatchObject({ status: 401, code: 401 })
})

test('own messages and broadcasts since the account exists are counted, until they are read', async () => {
  await publish(null)
  app.clock.advance(1)
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  expect(await unread(mine.token)).toEqual({ num: 0 })
  app.clock.advance(1)
  const broadcast = await publish(null)
  await publish(mine.accountId)
  await publish(theirs.accountId)
  await publish(mine.accountId, new Date(app.clock.now().getTime() + 60_000))
  expect(await unread(mine.token)).toEqual({ num: 2 })
  await app.db
    .insertInto('message_reads')
    .values({ message_id: broadcast, account_id: mine.accountId, read_at: app.clock.now() })
    .execute()
  expect(await unread(mine.token)).toEqual({ num: 1 })
  expect(await unread(theirs.token)).toEqual({ num: 2 })
  app.clock.advance(2)
  expect(await unread(mine.token)).toEqual({ num: 2 })
})
