import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#contract/client.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { changeEmail } from '#testing/change-email.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import {
  clickCardPageButton,
  makeClassOrder,
  makeProductOrder,
  openPage,
  payByCard,
} from '#testing/make-order.ts'
import { makeUpload } from '#testing/make-upload.ts'
import { makeStaff } from '#testing/office-client.ts'
import { sendAndReadCode } from '#testing/read-code.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const pleaseLogIn = '401 Please log in'
const download = async ({ ownData }: Api) => (await ownData.download()).json
const violations = () => findViolations(app.db, app.clock.now(), [app.services.config.dataKey])

describe('the download of one family’s data', () => {
  test('needs a valid token', async () => {
    for (const token of [undefined, 'stale']) {
      expect(await refusal(download(app.apiOf({ token })))).toBe(pleaseLogIn)
    }
  })

  test('holds all of the family’s data with readable notes, and nobody else’s', async () => {
    const parent = await makeAccount(app, { firstName: 'Priya', credits: 3 })
    const childId = await makeChild(app, parent, { firstName: 'Maya', allergy: 'Peanuts', medical: 'Asthma' })
    const stranger = await makeAccount(app, { firstName: 'Nosey' })
    const theirs = await makeChild(app, stranger, { firstName: 'Otto', allergy: 'Strawberries' })
    const offering = await makeOffering(app, { typeName: 'Tiny Tumblers', venue: 'Harbour Loft' })
    const session = await makeSession(app, offering)
    const own = await makeBooking(app, session.id, { accountId: parent.accountId, childId })
    const foreign = await makeBooking(app, session.id, { accountId: stranger.accountId, childId: theirs })
    const json = await download(parent.api)
    const document = JSON.parse(json)
    expect(document.account).toMatchObject({ firstName: 'Priya', email: parent.email, credits: 3 })
    expect(document.children).toMatchObject([{ firstName: 'Maya', allergy: 'Peanuts', medical: 'Asthma' }])
    expect(document.orders).toHaveLength(1)
    expect(document.orders[0]).toMatchObject({
      order_number: own.orderNumber,
      bookings: [{ id: own.bookingId, session: { type: 'Tiny Tumblers', venue: 'Harbour Loft' } }],
    })
    expect(document.creditEntries).toMatchObject([{ delta: 3 }])
    for (const secret of [
      foreign.orderNumber,
      'Nosey',
      'Otto',
      'Strawberries',
      stranger.email,
      'argon2',
      'hash',
    ]) {
      expect(json).not.toContain(secret)
    }
  })

  test('includes mails, discount and newsletter; no codes, and no mails of an earlier address owner', async () => {
    const address = 'handed.on@example.test'
    const before = await makeAccount(app, { email: address, firstName: 'Prudence' })
    await before.api.orders.class.cancel(await makeClassOrder(app, { account: before }))
    await app.runJobs()
    const secretToTakeBack = await changeEmail(app, before.api, 'prudence@example.test')

    const parent = await makeAccount(app, { email: address })
    await makeDiscountCode(app, { code: 'KITE', amount_pence: 300 })
    const order = await makeClassOrder(app, { account: parent, discountCode: 'KITE' })
    await parent.api.orders.class.cancel(order)
    await app.visitor.enquiries.subscribe({ email: address })
    const code = await sendAndReadCode(app, 'resetPassword', address)
    await app.runJobs()

    const json = await download(parent.api)
    const document = JSON.parse(json)
    expect(document.mails).toMatchObject([{ to_email: address, subject: 'Your order has been cancelled' }])
    expect(document.mails[0].body_text).toContain(order.orderNumber)
    expect(document.orders).toMatchObject([{ discount: [{ code: 'KITE', amount_pence: 300 }] }])
    expect(document.newsletter).toMatchObject([{ email: address, source: 'site', unsubscribed_at: null }])
    expect(json).not.toContain('Prudence')
    expect(json).not.toContain(`code is ${code}`)
    const theirs = await download(before.api)
    expect(JSON.parse(theirs)).toMatchObject({
      mails: [{ purpose: 'order' }, { purpose: 'email-changed' }],
      newsletter: [],
    })
    expect(secretToTakeBack).not.toBe('')
    expect(theirs).not.toContain(secretToTakeBack)
  })
})

describe('closing the account', () => {
  const close = ({ ownData }: Api, given: { password?: string; giveUpBookings?: boolean } = {}) =>
    ownData.closeAccount({ password: testPassword, giveUpBookings: false, ...given })

  test('needs a valid token and the password', async () => {
    const parent = await makeAccount(app)
    expect(await refusal(close(app.visitor))).toBe(pleaseLogIn)
    expect(await refusal(close(parent.api, { password: '' }))).toBe('Please enter a password')
    expect(await refusal(close(parent.api, { password: 'Password2' }))).toBe('Your password is incorrect')
    expect(await download(parent.api)).toContain(parent.email)
  })

  test('is refused while an order is unpaid', async () => {
    const { account } = await makeClassOrder(app)
    expect(await refusal(close(account.api, { giveUpBookings: true }))).toBe(
      'Please pay for or cancel your unpaid orders before you close your account',
    )
  })

  test('asks for consent to give up paid places in the future', async () => {
    const parent = await makeAccount(app)
    const childId = await makeChild(app, parent)
    const session = await makeSession(app, await makeOffering(app))
    await makeBooking(app, session.id, { accountId: parent.accountId, childId })
    expect(await refusal(close(parent.api))).toContain('Confirm that you give them up')
    await close(parent.api, { giveUpBookings: true })
  })

  test('a camp that has begun counts as in the future until it ends: its register needs the notes', async () => {
    const parent = await makeAccount(app)
    const childId = await makeChild(app, parent, { allergy: 'Peanuts' })
    const offering = await makeOffering(app, { kind: 'event' })
    const camp = await makeSession(app, offering, { date: '2026-11-23', endDate: '2026-11-27' })
    await makeBooking(app, camp.id, { accountId: parent.accountId, childId })
    app.clock.set('2026-11-24T12:00:00Z')
    expect(await refusal(close(parent.api))).toContain('Confirm that you give them up')
    app.clock.set('2026-11-27T23:00:00Z')
    await close(parent.api)
  })

  test('erases mails about log-ins and second accounts that went to an earlier address', async () => {
    const { accountId, email, api } = await makeAccount(app, { email: 'before@example.test' })
    await app.visitor.accounts.signIn({ email, password: testPassword })
    await app.visitor.accounts.sendCode({ purpose: 'register', email })
    await app.runJobs()
    expect(await rowsOf(app.db, 'mails', { to_email: email })).toHaveLength(2)
    await changeRows(app.db, 'accounts', { id: accountId }, { email: 'after@example.test' })
    await close(api)
    expect(await rowsOf(app.db, 'mails', { to_email: email })).toEqual([])
  })

  test('erases enquiries sent from the address before the account existed, whatever its letter case', async () => {
    const message = { content: 'Hello', name: 'Anna Bell', title: '', contact: 'Anna.Bell@Example.test' }
    await app.visitor.enquiries.sendFeedback(message)
    await close((await makeAccount(app, { email: 'anna.bell@example.test' })).api)
    expect(await rowsOf(app.db, 'enquiries', { name: 'Anna Bell' })).toEqual([])
  })

  test('erases mails about the address’s guest orders, but not those of its previous owner', async () => {
    const email = 'once.a.guest@example.test'
    const before = await makeAccount(app, { email })
    await before.api.orders.class.cancel(await makeClassOrder(app, { account: before }))
    await app.runJobs()
    await changeEmail(app, before.api, 'gone.elsewhere@example.test')
    const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }))
    const guest = { childIds: [], fullName: 'Ana Bell', email }
    const { orderNumber } = await app.visitor.orders.parentSession.place(bookingRequest(guest, session))
    const { id } = await rowOf(app.db, 'orders', { order_number: orderNumber })
    await clickCardPageButton(await openPage(app, { orderNumber }), 'pay')
    await app.cards.deliverPendingHooks()
    await app.runJobs()
    expect(await rowsOf(app.db, 'mails', { once_key: `order-confirmed-${id}` })).toHaveLength(1)
    await close((await makeAccount(app, { email })).api)
    expect(await rowsOf(app.db, 'mails', { once_key: `order-confirmed-${id}` })).toEqual([])
    const left = await rowsOf(app.db, 'mails', { to_email: email })
    expect(left.map(({ account_id, purpose }) => [account_id, purpose])).toEqual([
      [before.accountId, 'order'],
      [before.accountId, 'email-changed'],
    ])
    expect((await violations()).filter(({ number }) => number === 26)).toEqual([])
  })

  test('erases import errors of lines that created the family or name it', async () => {
    const { accountId, email, api } = await makeAccount(app, { email: 'lines@example.test' })
    const { staffId } = await makeStaff(app)
    const rowsOfFile = async (account_id: number | null, ...values: string[]) => {
      const import_id = await writeRow(app.db, 'imports', {
        ...{
          kind: 'families',
          file_name: 'old.csv',
          sha256: Buffer.alloc(32),
          encoding: 'UTF-8',
          state: 'done',
        },
        ...{ columns: '[]', rows: 3, staff_id: staffId, created_at: app.clock.now() },
      })
      const bad = values.map((value, at) => ({
        ...{ import_id, line: at + 3, outcome: 'bad' as const, account_id: null },
        problems: JSON.stringify([{ value }]),
      }))
      const good = { import_id, line: 2, outcome: 'made' as const, account_id, problems: '[]' }
      await app.db
        .insertInto('import_rows')
        .values([...bad, good])
        .execute()
    }
    await rowsOfFile(accountId, 'Prudence')
    await rowsOfFile((await makeAccount(app)).accountId, email.toUpperCase(), 'Stays')
    await close(api)
    const told = (await rowsOf(app.db, 'import_rows', { outcome: 'bad' })).map(({ problems }) => problems)
    expect(told.flat()).toEqual([{ value: 'Stays' }])
  })

  test('erases every personal field, keeps the money, and frees the address', async () => {
    const parent = await makeAccount(app, { email: 'leaver@example.test', credits: 2, points: 4 })
    const { accountId, api, email } = parent
    const childId = await makeChild(app, parent, { firstName: 'Zebedee', allergy: 'Peanuts' })
    await makeChild(app, parent, { firstName: 'Zora' })
    await writeRow(app.db, 'pick_up_people', {
      child_id: childId,
      first_name: 'Zelda',
      phone: '07700 900005',
    })
    const talks = await makeOffering(app, { kind: 'parentSession' })
    const trial = { offersTrial: true, trialPricePence: 500 }
    const session = await makeSession(app, talks, { ...trial, date: '2026-11-25' })
    for (const name of ['Zoe', 'Zack']) {
      const attendee = {
        attendeeName: name,
        attendeeEmail: `${name}@example.test`.toLowerCase(),
        isTrial: name === 'Zoe',
      }
      await makeBooking(app, session.id, { accountId, ...attendee })
    }
    const product = await makeProductOrder(app, { quantity: 1, stockLeft: 2 })
    await changeRows(app.db, 'orders', { id: product.orderId }, { account_id: accountId })
    await payByCard(app, { ...product, account: parent })
    await app.cards.deliverPendingHooks()
    const folder = join(app.services.config.dataDir, 'media', 'uploads')
    mkdirSync(folder, { recursive: true })
    const widths = ['leaver.webp', 'leaver-800.webp', 'leaver-480.webp', 'leaver-160.webp'].map(name =>
      join(folder, name),
    )
    for (const file of widths) writeFileSync(file, 'a picture')
    await makeUpload(app, accountId, 'uploads/leaver.webp')
    const asked = {
      account_id: accountId,
      name: 'Zena',
      email,
      content: 'A question',
      created_at: app.clock.now(),
    }
    await writeRow(app.db, 'enquiries', { kind: 'feedback', ...asked })
    await writeRow(app.db, 'messages', {
      account_id: accountId,
      title: 'For Zena',
      published_at: app.clock.now(),
    })
    await api.calendarFeed.make()
    // A mail that was sent to an earlier address.
    await writeMail(
      app.db,
      { to: 'zia@example.test', accountId, subject: 'For Zia', paragraphs: ['Hello Zia'], purpose: 'order' },
      app.clock.now(),
    )

    expect(await close(api, { giveUpBookings: true })).toBeNull()

    expect(await refusal(download(api))).toBe(pleaseLogIn)
    // The waiting notice about the paid order is no longer sent to anybody.
    await app.runJobs()
    expect(widths.filter(file => existsSync(file))).toEqual([])
    const order = await rowOf(app.db, 'orders', { id: product.orderId })
    expect(order).toMatchObject({ paid_pence: 899, account_id: accountId })
    const everything = JSON.stringify(
      await Promise.all(
        (
          [
            'accounts',
            'children',
            'bookings',
            'orders',
            'messages',
            'mails',
            'enquiries',
            'media',
            'waiting_entries',
          ] as const
        ).map(table => rowsOf(app.db, table)),
      ),
    )
    for (const trace of ['leaver', 'Zebedee', 'Zora', 'Zoe', 'Zack', 'Zena', 'Zia', 'zoe@example.test']) {
      expect(everything, trace).not.toContain(trace)
    }
    expect((await violations()).filter(({ rule }) => /[Cc]losed account|sealed/.test(rule))).toEqual([])

    const again = app.visitor.accounts.signIn({ email, password: testPassword })
    expect(await refusal(again)).toBe('Incorrect email or password')
  })

  test("offers the family's reserved place to the next who waits", async () => {
    const [leaver, next] = [await makeAccount(app), await makeAccount(app)]
    const session = await makeSession(app, await makeOffering(app), { capacity: 1 })
    const offered = { status: 'offered' as const, offered_session_id: session.id }
    const until = { offered_at: app.clock.now(), offer_expires_at: new Date('2026-11-23T20:00:00Z') }
    for (const [parent, state] of [
      [leaver, { ...offered, ...until }],
      [next, { status: 'waiting' as const }],
    ] as const) {
      await writeRow(app.db, 'waiting_entries', {
        kind: 'class',
        offering_id: session.offeringId,
        session_id: session.id,
        account_id: parent.accountId,
        child_id: await makeChild(app, parent),
        created_at: app.clock.now(),
        ...state,
      })
    }
    await changeRows(app.db, 'sessions', { id: session.id }, { places_offered: 1 })
    await close(leaver.api)
    const entries = await rowsOf(app.db, 'waiting_entries', { session_id: session.id })
    expect(entries).toMatchObject([
      { account_id: leaver.accountId, status: 'withdrawn' },
      { account_id: next.accountId, status: 'offered' },
    ])
  })
})
