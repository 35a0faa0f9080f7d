import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { warnOfTries } from '#server/features/accounts/warn-of-sign-in.ts'
import { uploadPicture } from '#server/features/content/upload-picture.ts'
import { joinWaitingList } from '#server/features/waiting-list/join-waiting-list.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { aChild } from '#testing/child-form.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { type MadeAccount, makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { upload } from '#testing/upload-picture.ts'

const app = await startTestApp()

/** Sends calls of a second, signed-in device of the family while the account is being closed. */
async function sentWhileClosing(
  prepare: (account: MadeAccount) => Promise<(api: Api) => Promise<unknown>>,
): Promise<{ told: string | undefined; account: MadeAccount }> {
  const account = await makeAccount(app)
  const send = await prepare(account)
  const told = await whileClosing(account, () => refusal(send(account.api)))
  return { told, account }
}

/** Starts work that waits for the lock on the account, and closes the account before releasing the lock. */
const whileClosing = <T>({ accountId: id }: MadeAccount, work: () => Promise<T>) =>
  forceRace(app, {
    close: tx => changeRows(tx, 'accounts', { id }, { status: 'closed', first_name: '' }),
    work,
    waiting: 1,
  })

const pleaseLogIn = '401 Please log in'

test('nothing sent while an account closes is written to it afterwards', async () => {
  const profile = await sentWhileClosing(async () => api => api.accounts.editProfile({ firstName: 'Late' }))
  expect(profile.told).toBe(pleaseLogIn)
  expect(await rowOf(app.db, 'accounts', { id: profile.account.accountId })).toMatchObject({ first_name: '' })

  const answers = { wantsOffers: true, heardFrom: 'A friend' }
  const origin = await sentWhileClosing(async () => api => api.accounts.saveOrigin(answers))
  expect(origin.told).toBe(pleaseLogIn)

  const added = await sentWhileClosing(async () => api => api.children.add(aChild))
  expect(added.told).toBe(pleaseLogIn)
  expect(await rowsOf(app.db, 'children', { account_id: added.account.accountId })).toEqual([])

  const edited = await sentWhileClosing(async account => {
    const id = await makeChild(app, account, { firstName: 'Mia' })
    return api => api.children.edit({ ...aChild, firstName: 'Late', id })
  })
  expect(edited.told).toBe(pleaseLogIn)
  expect(await rowOf(app.db, 'children', { account_id: edited.account.accountId })).toMatchObject({
    first_name: 'Mia',
  })
})

const makeParentSession = async (placesTaken: number) =>
  makeSession(app, await makeOffering(app, { kind: 'parentSession' }), { capacity: 1, placesTaken })

test.each([
  [
    'a place in a queue',
    'waiting_entries',
    async (family: Family) => {
      const session = await makeParentSession(1)
      const request = { ...bookingRequest(family, session), sessionId: session.id }
      return () => family.api.waitingLists.parentSession.join(request)
    },
  ],
  [
    'sessions in a basket',
    'basket_sessions',
    async (family: Family) => {
      const { sessionIds, attendees } = bookingRequest(family, await makeParentSession(0))
      return () => family.api.sessionBaskets.parentSession.add({ sessionIds, attendees })
    },
  ],
  [
    'a product in a basket',
    'basket_products',
    async ({ api }: Family) => {
      const { productId } = await makeProduct(app)
      return () => api.productBasket.add({ productId, quantity: 1 })
    },
  ],
  [
    'an order of a product',
    'orders',
    async ({ api }: Family) => {
      const { productId } = await makeProduct(app)
      return () => api.shop.placeProduct({ productId, quantity: 1, ...delivery })
    },
  ],
  [
    'an order of a pack',
    'orders',
    async ({ api }: Family) => {
      const packId = await writeRow(app.db, 'class_packs', { name: 'Hare', credits: 10, price_pence: 9000 })
      return () => api.credits.buyPack({ packId })
    },
  ],
  [
    'an enquiry',
    'enquiries',
    async ({ api }: Family) =>
      () =>
        api.enquiries.sendPartyEnquiry({
          content: 'A jungle',
          phone: '07700 900001',
          email: '',
          name: 'Ana',
        }),
  ],
  [
    'a calendar address',
    'calendar_feeds',
    async ({ api }: Family) =>
      () =>
        api.calendarFeed.make({}),
  ],
  [
    'the reading of a message',
    'message_reads',
    async ({ accountId, api }: Family) => {
      const message = { account_id: accountId, title: 'News', published_at: app.clock.now() }
      const id = await writeRow(app.db, 'messages', message)
      return () => api.notifications.markRead({ id })
    },
  ],
] as const)('%s that is asked for while the account closes is not written', async (_what, table, prepare) => {
  const family = await makeFamily(app)
  const send = await prepare(family)
  expect(await whileClosing(family, () => refusal(send()))).toBe(pleaseLogIn)
  expect(await rowsOf(app.db, table, { account_id: family.accountId })).toEqual([])
})

test.each([
  ['they have an account', (email: string) => app.visitor.accounts.sendCode({ purpose: 'register', email })],
  ['of wrong passwords', (email: string) => enqueue(app.db, 'warn-of-tries', { email }, app.clock.now())],
])('nobody whose account closes is mailed %s', async (_what, ask) => {
  const account = await makeAccount(app)
  await ask(account.email)
  await whileClosing(account, app.runJobs)
  expect(await rowsOf(app.db, 'mails', { account_id: account.accountId })).toEqual([])
})

test('without the lock a mail is written to a closed account', async () => {
  const { accountId, email } = await makeAccount(app)
  await app.db.transaction().execute(async tx => {
    await changeRows(tx, 'accounts', { id: accountId }, { status: 'closed' })
    await warnOfTries({ ...app.services, db: app.db.withPlugin(withoutLocks) }, { email })
  })
  expect(await rowsOf(app.db, 'mails', { account_id: accountId })).toHaveLength(1)
})

test('a picture sent while the account closes is not kept', async () => {
  const sent = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#c23f1b' } })
    .png()
    .toBuffer()
  const filesLeft = async () => {
    app.clock.advance(61)
    await app.runJobs()
    return readdirSync(join(app.services.config.dataDir, 'media', 'uploads'))
  }
  // Negative control: without the lock it is among the pictures of an account that is closed.
  const unguarded = await makeAccount(app)
  await app.db.transaction().execute(async tx => {
    await changeRows(tx, 'accounts', { id: unguarded.accountId }, { status: 'closed' })
    const services = { ...app.services, db: app.db.withPlugin(withoutLocks) }
    await uploadPicture(services, unguarded.accountId, new Blob([new Uint8Array(sent)]))
  })
  expect(await rowsOf(app.db, 'media', { account_id: unguarded.accountId })).toHaveLength(1)
  const before = await filesLeft()
  expect(before).toHaveLength(4)

  const account = await makeAccount(app)
  const answer = await whileClosing(account, () => upload(app, sent, account.token))
  expect(answer).toMatchObject({ code: 401, msg: 'Please log in' })
  expect(await rowsOf(app.db, 'media', { account_id: account.accountId })).toEqual([])
  expect(await filesLeft()).toEqual(before)
})

test('without the lock a closed account stays on a waiting list', async () => {
  const family = await makeFamily(app)
  const session = await makeParentSession(1)
  const request = { ...bookingRequest(family, session), kind: session.kind, sessionId: session.id }
  const actor = { accountId: family.accountId, tokenId: 0, ip: '10.0.0.1' }
  await app.db.transaction().execute(async tx => {
    await changeRows(tx, 'accounts', { id: family.accountId }, { status: 'closed' })
    await joinWaitingList({ ...app.services, db: app.db.withPlugin(withoutLocks) }, actor, request)
  })
  expect(await rowOf(app.db, 'waiting_entries', { account_id: family.accountId })).toMatchObject({
    status: 'waiting',
  })
})
