import { expect, test } from 'vitest'
import { isChildComplete } from '#domain/child-details.ts'
import { aChild } from '#testing/child-form.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makePackOrder } from '#testing/make-order.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const unread = async ({ api }: MadeAccount) => (await api.notifications.countUnread()).unread
const publish = async (accountId: number | null, publishedAt = app.clock.now(), title = 'News') => {
  return writeRow(app.db, 'messages', {
    account_id: accountId,
    title,
    body_html: `<p>${title}</p>`,
    published_at: publishedAt,
  })
}

test.each(['countUnread', 'list', 'details', 'markRead'] as const)('%s needs a token', async name => {
  const { notifications } = app.visitor
  expect(await refusal(notifications[name]({ id: await publish(null) } as never))).toBe('401 Please log in')
})

test('unread own messages and broadcasts are counted, since the account was created', async () => {
  await publish(null)
  app.clock.advance(1)
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  expect(await unread(mine)).toBe(0)
  app.clock.advance(1)
  const broadcast = await publish(null)
  await publish(mine.accountId)
  await publish(theirs.accountId)
  await publish(mine.accountId, new Date(app.clock.now().getTime() + 60_000))
  expect(await unread(mine)).toBe(2)
  await writeRow(app.db, 'message_reads', {
    message_id: broadcast,
    account_id: mine.accountId,
    read_at: app.clock.now(),
  })
  expect(await unread(mine)).toBe(1)
  expect(await unread(theirs)).toBe(2)
  app.clock.advance(2)
  expect(await unread(mine)).toBe(2)
})

test('parents who poll together cost few statements, and each gets their own count', async () => {
  const parents = await Promise.all(Array.from({ length: 10 }, () => makeAccount(app)))
  for (const [nth, { accountId }] of parents.entries()) {
    for (let count = 0; count < nth; count += 1) await publish(accountId)
  }
  // Asked one by one it would be 20 statements: a token and a count each.
  const statements = await countQueries(app, async () => {
    expect(await Promise.all(parents.map(unread))).toEqual(parents.map((_, nth) => nth))
  })
  expect(statements).toBeLessThan(10)
  expect(await countQueries(app, () => unread(parents[0] as MadeAccount))).toBe(2)
})

test('an expired token is refused at once, even among others who poll together', async () => {
  const [staying, leaving, closed] = [await makeAccount(app), await makeAccount(app), await makeAccount(app)]
  const madeUp = { api: app.apiOf({ token: 'made up' }) }
  const pollAll = () =>
    Promise.all(
      [staying, leaving, closed, madeUp, staying].map(({ api }) => refusal(api.notifications.countUnread())),
    )
  const [told, ended] = [undefined, '401 Please log in']
  expect(await pollAll()).toEqual([told, told, told, ended, told])
  await leaving.api.accounts.signOut()
  await changeRows(app.db, 'accounts', { id: closed.accountId }, { status: 'closed' })
  expect(await pollAll()).toEqual([told, ended, ended, ended, told])
  const now = app.clock.now()
  app.clock.advance(8 * 24 * 60)
  expect(await pollAll()).toEqual([ended, ended, ended, ended, ended])
  app.clock.set(now)
})

// Proves NOTIF-04.
test('the list has own messages and broadcasts, newest first, in London time', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  await publish(theirs.accountId, app.clock.now(), 'Theirs')
  const first = await publish(mine.accountId, new Date('2026-07-15T08:30:00Z'), 'In summer')
  app.clock.advance(1)
  const second = await publish(null, app.clock.now(), 'To everybody')
  await publish(mine.accountId, new Date(app.clock.now().getTime() + 1), 'Not yet')
  const own = (await mine.api.notifications.list()).filter(({ id }) => id >= first)
  expect(own).toEqual([
    { id: second, title: 'To everybody', placedAt: expect.stringMatching(/^2026-11-23 /), isRead: false },
    { id: first, title: 'In summer', placedAt: '2026-07-15 09:30:00', isRead: false },
  ])
})

test('the list ends after the newest fifty, and no more are counted', async () => {
  const account = await makeAccount(app)
  const { accountId, api } = account
  for (let number = 1; number <= 51; number += 1) {
    app.clock.advance(1)
    await publish(accountId, app.clock.now(), `Number ${number}`)
  }
  const titles = (await api.notifications.list()).map(({ title }) => title)
  expect([titles.length, titles[0], titles[49]]).toEqual([50, 'Number 51', 'Number 2'])
  expect(await unread(account)).toBe(50)
})

test('a broadcast older than the account can be read, and does not count as new', async () => {
  const before = await publish(null)
  app.clock.advance(1)
  const newcomer = await makeAccount(app)
  const { notifications } = newcomer.api
  expect((await notifications.list()).find(({ id }) => id === before)).toMatchObject({ isRead: true })
  expect(await unread(newcomer)).toBe(0)
  expect(await notifications.details({ id: before })).toMatchObject({ id: before })
})

// Proves NOTIF-10.
test('reading a message twice lowers the count once, and only for its reader', async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  app.clock.advance(1)
  const broadcast = await publish(null, app.clock.now(), 'Camps')
  const own = await publish(mine.accountId)
  const { notifications } = mine.api
  expect(await notifications.details({ id: broadcast })).toMatchObject({
    id: broadcast,
    title: 'Camps',
    contentHtml: '<p>Camps</p>',
    topic: 'news',
    order: null,
    isRead: false,
  })
  expect(await unread(mine)).toBe(2)
  for (const _time of [1, 2]) {
    expect(await notifications.markRead({ id: broadcast })).toBeNull()
    expect(await unread(mine)).toBe(1)
  }
  const state = new Map((await notifications.list()).map(({ id, isRead }) => [id, isRead]))
  expect([state.get(broadcast), state.get(own)]).toEqual([true, false])
  expect(await unread(theirs)).toBe(1)
})

test('a message leads to its order, or to the waiting lists', async () => {
  const { account, orderNumber } = await makePackOrder(app, { credits: 10, pricePence: 9000 })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  const write = (of: { topic: string; order_id?: number }) =>
    writeRow(app.db, 'messages', {
      account_id: account.accountId,
      title: 'News',
      published_at: app.clock.now(),
      ...of,
    })
  const { details } = account.api.notifications
  const ofOrder = await write({ topic: 'order', order_id: orderId })
  expect(await details({ id: ofOrder })).toMatchObject({
    topic: 'order',
    order: { kind: 'pack', orderNumber },
  })
  const ofWaiting = await write({ topic: 'waiting-list' })
  expect(await details({ id: ofWaiting })).toMatchObject({ topic: 'waitingList', order: null })
})

test("another account's, a future and a missing message are refused alike", async () => {
  const [mine, theirs] = [await makeAccount(app), await makeAccount(app)]
  const foreign = await publish(theirs.accountId)
  const tomorrow = await publish(mine.accountId, new Date(app.clock.now().getTime() + 86_400_000))
  for (const name of ['details', 'markRead'] as const) {
    for (const id of [foreign, tomorrow, 999_999_999]) {
      expect(await refusal(mine.api.notifications[name]({ id }))).toBe('This notification was not found')
    }
    expect(await refusal(theirs.api.notifications[name]({ id: foreign }))).toBeUndefined()
  }
  expect(await rowsOf(app.db, 'message_reads', { account_id: mine.accountId })).toEqual([])
})

test('an imported child with missing details counts as one unread until its parent fills them in', async () => {
  const account = await makeAccount(app)
  const before = await unread(account)
  const untold = await makeChild(app, account, { allergy: '' })
  await makeChild(app, account)
  const alone = await makeChild(app, account)
  await app.db
    .deleteFrom('emergency_contacts')
    .where('child_id', '=', alone)
    .where('position', '=', 2)
    .execute()
  expect(await unread(account)).toBe(before + 2)
  const complete = (await account.api.children.list()).map(child => isChildComplete(child))
  expect(complete).toEqual([false, true, false])
  await account.api.children.edit({ ...aChild, id: untold })
  expect(await unread(account)).toBe(before + 1)
})
