import { expect, test } from 'vitest'
import { countQueries } from '#testing/count-queries.ts'
import { makeAccount } from '#testing/make-account.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const unread = async (token: string) => (await app.call<{ num: number }>('news/getReadNum', {}, token)).data
const publish = async (accountId: number | null, publishedAt = app.clock.now(), title = 'News') => {
  const { id } = await app.db
    .insertInto('messages')
    .values({ account_id: accountId, title, body_html: `<p>${title}</p>`, published_at: publishedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test.each(['news/getReadNum', 'news/getlist', 'news/getDetails', 'news/read'])(
  '%s needs a token',
  async path => {
    expect(await app.call(path, { id: await publish(null) })).toMatchObject({ status: 401, code: 401 })
  },
)

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

test('parents who poll together cost few statements, and each is told their own count', async () => {
  const parents = await Promise.all(Array.from({ length: 10 }, () => makeAccount(app)))
  for (const [nth, { accountId }] of parents.entries()) {
    for (let count = 0; count < nth; count += 1) await publish(accountId)
  }
  // Asked one by one it would be 20 statements: a token and a count each.
  const statements = await countQueries(app, async () => {
    const counts = await Promise.all(parents.map(({ token }) => unread(token)))
    expect(counts.map(({ num }) => num)).toEqual(parents.map((_, nth) => nth))
  })
  expect(statements).toBeLessThan(10)
  const [first] = parents
  expect(await countQueries(app, () => unread(first?.token ?? ''))).toBe(2)
})

test('among those who poll together a token that has ended is refused at once', async () => {
  const [staying, leaving, closed] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  const pollAll = () =>
    Promise.all(
      [staying, leaving, closed, { token: 'made up' }, staying].map(
        async ({ token }) => (await app.call('news/getReadNum', {}, token)).code,
      ),
    )
  expect(await pollAll()).toEqual([1, 1, 1, 401, 1])
  await app.call('user/logout', {}, leaving.token)
  await app.db.updateTable('accounts').set({ status: 'closed' }).where('id', '=', closed.accountId).execute()
  expect(await pollAll()).toEqual([1, 401, 401, 401, 1])
  const now = app.clock.now()
  app.clock.advance(8 * 24 * 60)
  expect(await pollAll()).toEqual([401, 401, 401, 401, 401])
  app.clock.set(now)
})

interface WireMessage {
  id: number
  title: string
  createtime: string
  is_read: number
}
const listOf = async (token: string) => (await app.call<WireMessage[]>('news/getlist', {}, token)).data
const notFound = { status: 200, code: 0, msg: 'This notification was not found', data: null }

test('the list holds own messages and broadcasts, the newest first, on London time', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  await publish(theirs.accountId, app.clock.now(), 'Theirs')
  const first = await publish(mine.accountId, new Date('2026-07-15T08:30:00Z'), 'In summer')
  app.clock.advance(1)
  const second = await publish(null, app.clock.now(), 'To everybody')
  await publish(mine.accountId, new Date(app.clock.now().getTime() + 1), 'Not yet')
  const own = (await listOf(mine.token)).filter(({ id }) => id >= first)
  expect(own).toEqual([
    { id: second, title: 'To everybody', createtime: expect.stringMatching(/^2026-11-23 /), is_read: 0 },
    { id: first, title: 'In summer', createtime: '2026-07-15 09:30:00', is_read: 0 },
  ])
})

test('the list ends after the newest fifty', async () => {
  const { accountId, token } = await makeAccount(app)
  for (let number = 1; number <= 51; number += 1) {
    app.clock.advance(1)
    await publish(accountId, app.clock.now(), `Number ${number}`)
  }
  const titles = (await listOf(token)).map(({ title }) => title)
  expect([titles.length, titles[0], titles[49]]).toEqual([50, 'Number 51', 'Number 2'])
})

test('a broadcast from before the account existed can be read, and is not new', async () => {
  const before = await publish(null)
  app.clock.advance(1)
  const { token } = await makeAccount(app)
  expect((await listOf(token)).find(({ id }) => id === before)).toMatchObject({ is_read: 1 })
  expect(await unread(token)).toEqual({ num: 0 })
  expect(await app.call('news/getDetails', { id: before }, token)).toMatchObject({ code: 1 })
})

test('reading a message twice takes one off the count, for its reader alone', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  app.clock.advance(1)
  const broadcast = await publish(null, app.clock.now(), 'Camps')
  const own = await publish(mine.accountId)
  expect(await app.call('news/getDetails', { id: broadcast }, mine.token)).toMatchObject({
    code: 1,
    data: { id: broadcast, title: 'Camps', content: '<p>Camps</p>', is_read: 0 },
  })
  expect(await unread(mine.token)).toEqual({ num: 2 })
  for (const _time of [1, 2]) {
    expect(await app.call('news/read', { id: broadcast }, mine.token)).toMatchObject({ code: 1, data: null })
    expect(await unread(mine.token)).toEqual({ num: 1 })
  }
  const state = new Map((await listOf(mine.token)).map(({ id, is_read }) => [id, is_read]))
  expect([state.get(broadcast), state.get(own)]).toEqual([1, 0])
  expect(await unread(theirs.token)).toEqual({ num: 1 })
})

test('somebody else’s message, one of tomorrow and one that is not there look the same', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const foreign = await publish(theirs.accountId)
  const tomorrow = await publish(mine.accountId, new Date(app.clock.now().getTime() + 86_400_000))
  for (const path of ['news/getDetails', 'news/read']) {
    for (const id of [foreign, tomorrow, 999_999_999]) {
      expect(await app.call(path, { id }, mine.token)).toEqual(notFound)
    }
    expect(await app.call(path, { id: foreign }, theirs.token)).toMatchObject({ code: 1 })
  }
  expect(
    await app.db.selectFrom('message_reads').where('account_id', '=', mine.accountId).selectAll().execute(),
  ).toEqual([])
})
