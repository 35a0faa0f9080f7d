import Stripe from 'stripe'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type MailWish, mailWishes } from '#domain/office/mail-wishes.ts'
import type { Role } from '#domain/office/permissions.ts'
import { sentences } from '#domain/sentences.ts'
import { reportFailures } from '#server/features/health/report-failures.ts'
import { auditAtNight } from '#server/features/health/run-audit.ts'
import { notifyFirstOrder } from '#server/features/orders/notify-first-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { makeAccount } from '#testing/make-account.ts'
import {
  clickCardPageButton,
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
} from '#testing/make-order.ts'
import { delivery } from '#testing/make-product.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { hookOf, sendHook } from '#testing/send-hook.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { notifyStaff } from './notify-staff.ts'

const app = await startTestApp()
const all = Object.keys(mailWishes) as MailWish[]

async function member(
  email: string,
  role: Role,
  wishes: MailWish[],
  status: 'active' | 'suspended' = 'active',
) {
  const { staffId } = await makeStaff(app, { role, email: `${email}@example.test` })
  await changeRows(app.db, 'staff', { id: staffId }, { mail_wishes: wishes, status })
}
await member('owner', 'owner', ['payment', 'failure'])
await member('manager', 'manager', all)
await member('desk', 'frontDesk', all)
await member('teacher', 'teacher', all)
await member('silent', 'manager', [])
await member('suspended', 'manager', all, 'suspended')

beforeEach(() => app.db.deleteFrom('mails').execute())

/** Returns the mails' recipients and subjects; each mail is read once. */
async function told() {
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { purpose: 'office' })
  return {
    to: mails.map(({ to_email }) => to_email.replace('@example.test', '')).sort(),
    subjects: [...new Set(mails.map(({ subject }) => subject))],
    text: mails[0]?.body_text ?? '',
  }
}

test('a new enquiry is mailed to members who chose it and may answer it, without its text', async () => {
  await app.visitor.enquiries.sendFeedback({
    name: 'Nora',
    contact: 'nora@example.test',
    title: '',
    content: 'My secret',
  })
  const { to, subjects, text } = await told()
  expect(to).toEqual(['desk', 'manager'])
  expect(subjects).toEqual(['A new enquiry: Message from the site'])
  expect(text).toContain(`${app.services.config.publicUrl}/office/enquiries`)
  expect(text).not.toMatch(/Nora|secret/i)
})

test('every mail to staff says what happened, what to do, and where', async () => {
  const mailedToOwner = (wishes: MailWish[]) =>
    changeRows(app.db, 'staff', { email: 'owner@example.test' }, { mail_wishes: wishes })
  await mailedToOwner(all)
  onTestFinished(() => mailedToOwner(['payment', 'failure']))
  for (const wish of all) {
    await notifyStaff(app.db, { wish, event: `read-${wish}`, words: 'Order 12' }, app.clock.now())
    const { subjects, text } = await told()
    expect(subjects).toEqual([expect.stringMatching(/^[A-Z][^.:]+: Order 12$/)])
    const { officeUrl } = app.services.config
    const [what, where, choose] = text.split('\n\n')
    expect(what).toMatch(/^Order 12\. [A-Z][^?!]+[^.]\.$/)
    expect(where).toContain(`: ${officeUrl}/office/`)
    expect(choose).toBe(`Change what you are mailed about: ${officeUrl}/office/my-sign-in`)
    await app.db.deleteFrom('mails').execute()
  }
})

test('the first paid order of a day is mailed, and no unpaid or later one', async () => {
  const pay = async (order: MadeOrder) => {
    await clickCardPageButton(await openPage(app, order), 'pay')
    app.clock.advance(1)
    await reconcilePayments(app.services)
    await notifyFirstOrder(app.services)
  }
  const first = await makeClassOrder(app, { pricePence: 1250 })
  await notifyFirstOrder(app.services)
  expect((await told()).to).toEqual([])
  await pay(first)
  expect(await told()).toMatchObject({
    to: ['desk', 'manager'],
    subjects: [`The first order of the day: Order ${first.orderNumber}, £12.50`],
  })
  await app.db.deleteFrom('mails').execute()
  await pay(await makeClassOrder(app, { pricePence: 1250 }))
  expect((await told()).to).toEqual([])
})

test('a mismatched payment is reported once, however often the provider is asked', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
  await clickCardPageButton(await openPage(app, order), 'pay')
  await changeRows(app.db, 'payments', { order_id: order.orderId }, { amount_pence: 1 })
  app.clock.advance(1)
  await reconcilePayments(app.services)
  await reconcilePayments(app.services)
  const { to, subjects } = await told()
  expect(to).toEqual(['manager', 'owner'])
  expect(subjects).toEqual([`A payment does not match: Order ${order.orderNumber}`])
})

test('card pages that a revoked key cannot open are reported once a day, from the third on', async () => {
  const order = await makeClassOrder(app)
  const { stripe } = app.services
  onTestFinished(() => void Object.assign(app.services, { stripe }))
  const provider = { host: '127.0.0.1', port: app.cards.port, protocol: 'http' } as const
  app.services.stripe = new Stripe('sk_test_revoked', provider)
  const fail = async () => expect(await refusal(openPage(app, order))).toBe(sentences.paymentUnavailable)
  for (const _ of [1, 2]) await fail()
  expect((await told()).to).toEqual([])
  for (const _ of [3, 4]) await fail()
  const { to, subjects } = await told()
  expect(to).toEqual(['manager', 'owner'])
  expect(subjects).toEqual(['Please look at Health: Customers cannot pay by card'])
})

test('a card page that is refused again is mailed once a day, but not at its first refusal', async () => {
  const tooMuch = await makePackOrder(app, { credits: 1, pricePence: 100_000_000 })
  const tryOn = async () => expect(await refusal(openPage(app, tooMuch))).toBe(sentences.paymentUnavailable)
  await tryOn()
  expect((await told()).to).toEqual([])
  for (const _ of [2, 3]) await tryOn()
  const { to, subjects } = await told()
  expect(to).toEqual(['manager', 'owner'])
  expect(subjects).toEqual([
    `Please look at Health: Order ${tooMuch.orderNumber} cannot be paid by card. The card provider refuses it (amount_too_large)`,
  ])
})

test('a mismatched payment on a page that counted as closed is set aside and reported once', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
  const url = await openPage(app, order)
  await clickCardPageButton(url, 'pay')
  await changeRows(
    app.db,
    'payments',
    { order_id: order.orderId },
    { amount_pence: 1, status: 'expired', settled_at: app.clock.now() },
  )
  const pageRef = url.split('/').at(-1) ?? ''
  for (const id of ['evt_closed_1', 'evt_closed_2'])
    await sendHook(app, hookOf(id, 'checkout.session.completed', pageRef))
  expect(await rowsOf(app.db, 'payments', { order_id: order.orderId })).toMatchObject([
    { status: 'mismatched' },
  ])
  expect(await told()).toMatchObject({
    to: ['manager', 'owner'],
    subjects: [`A payment does not match: Order ${order.orderNumber}`],
  })
})

test('a mismatched payment on a closed page is mailed, and the order keeps its open page', async () => {
  const order = await makeClassOrder(app, { pricePence: 1250 })
  app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
  const url = await openPage(app, order)
  await clickCardPageButton(url, 'pay')
  await changeRows(
    app.db,
    'payments',
    { order_id: order.orderId },
    { amount_pence: 1, status: 'expired', settled_at: app.clock.now() },
  )
  const second = await openPage(app, order)
  await sendHook(app, hookOf('evt_other_open', 'checkout.session.completed', url.split('/').at(-1) ?? ''))
  expect((await told()).subjects).toEqual([`A payment does not match: Order ${order.orderNumber}`])
  expect(await openPage(app, order)).toBe(second)
})

test('low stock is mailed after a sale or count, and again only after new stock', async () => {
  const desk = await app.office('frontDesk')
  const { productId } = await makeProductOrder(app, { quantity: 1, stockLeft: 4 })
  const buy = async () => {
    const { api } = await makeAccount(app)
    await api.shop.placeProduct({ productId, quantity: 1, ...delivery })
  }
  expect((await told()).to).toEqual([])
  await buy()
  const { to, subjects } = await told()
  expect(to).toEqual(['desk', 'manager'])
  expect(subjects).toEqual([expect.stringMatching(/^Stock is low: .+, 3 left$/)])
  await app.db.deleteFrom('mails').execute()
  await buy()
  expect((await told()).to).toEqual([])
  await desk.stock.receive({ productId, pieces: 10, note: '' })
  expect((await told()).to).toEqual([])
  await desk.stock.writeOff({ productId, pieces: 10, note: 'Wet through' })
  expect((await told()).to).toEqual(['desk', 'manager'])
})

test('failures are mailed once a day: stopped tasks, failing jobs, a broken rule', async () => {
  const { services, clock, db } = app
  services.lastRuns.set('look-at-business', { at: clock.now(), everySeconds: 0 })
  clock.advance(30)
  await reportFailures(services)
  expect((await told()).to).toEqual([])
  clock.advance(1)
  await reportFailures(services)
  await reportFailures(services)
  const still = await told()
  expect(still.to).toEqual(['manager', 'owner'])
  expect(still.subjects).toEqual([
    expect.stringContaining('The background job “Read what changed on the site” has not run since'),
  ])
  services.lastRuns.clear()

  await db.deleteFrom('mails').execute()
  const later = new Date(clock.now().getTime() + 3_600_000)
  const job = { kind: 'clear-old-rows', payload: '{}', run_at: later, last_error: 'Error' }
  const id = await writeRow(db, 'jobs', { ...job, attempts: 7 })
  await reportFailures(services)
  expect((await told()).to).toEqual([])
  await changeRows(db, 'jobs', { id }, { attempts: 8 })
  await reportFailures(services)
  await reportFailures(services)
  expect(await told()).toMatchObject({
    to: ['manager', 'owner'],
    subjects: ['Please look at Health: The background job “Clear old data” keeps failing'],
  })

  await db.deleteFrom('mails').execute()
  await auditAtNight(services)
  expect((await told()).subjects).toEqual([
    'Please look at Health: The nightly check of the data found something wrong',
  ])
})

test('an order paid in the last minute of its day is reported in the next one', async () => {
  app.clock.set('2026-11-29T23:58:30Z')
  const last = await makeClassOrder(app, { pricePence: 1250 })
  await clickCardPageButton(await openPage(app, last), 'pay')
  app.clock.advance(1)
  await reconcilePayments(app.services)
  app.clock.set('2026-11-30T00:00:20Z')
  await notifyFirstOrder(app.services)
  expect((await told()).subjects).toEqual([`The first order of the day: Order ${last.orderNumber}, £12.50`])
})
