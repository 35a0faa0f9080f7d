import { beforeEach, expect, test } from 'vitest'
import { claimSentences, peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { claimAddress } from '#server/features/families/claim-link.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, makeClassOrder } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

let guests = 0

/** Books and pays a place as a guest from a network of its own; returns the order's number. */
async function bookAsGuest(email: string, { isPaid = true, fullName = 'Gwen Hale' } = {}) {
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), {
    pricePence: 900,
  })
  guests += 1
  const { orders, payments } = app.apiOf({ ip: `10.8.0.${guests}` })
  const request = bookingRequest({ childIds: [], fullName, email }, session)
  const { orderNumber } = await orders.parentSession.place(request)
  if (isPaid) {
    await clickCardPageButton((await payments.openCardPage({ orderNumber, device: 'web' })).url, 'pay')
    await app.cards.deliverPendingHooks()
  }
  return orderNumber
}

const names = { firstName: 'Gwen', lastName: 'Hale' }
const read = (path: string) => app.http.inject({ method: 'GET', url: path })
const press = (path: string) =>
  app.http.inject({
    ...{ method: 'POST', url: path },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
async function linkMailedTo(email: string) {
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: email })
  const link = /Add my bookings to my account: (\S+)/.exec(mails.map(mail => mail.body_text).join('\n'))?.[1]
  return new URL(link ?? '').pathname
}
const requireSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('a guest becomes a family once the owner of the address presses the button of the mailed link', async () => {
  const email = 'gwen@example.test'
  const [first, second] = [await bookAsGuest(email), await bookAsGuest(email)]
  const unpaid = await bookAsGuest(email, { isPaid: false })
  const others = await bookAsGuest('tom@example.test', { fullName: 'Tom Hale' })
  const desk = await app.office('frontDesk')
  expect(await desk.families.guest({ number: first })).toMatchObject({
    ...names,
    email,
    family: null,
    mailed: null,
  })
  const { id, isNew } = await desk.families.claimGuest({ number: first, ...names })
  expect(isNew).toBe(true)
  expect(await desk.families.guest({ number: first })).toMatchObject({
    family: { id, name: 'Gwen Hale' },
    mailed: { by: 'Ann Perry' },
  })
  const path = await linkMailedTo(email)
  const page = await read(path)
  expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect(page.body).toContain('2 orders made with gwen@example.test')
  // Programs that look after mailboxes open links.
  expect((await rowOf(app.db, 'orders', { order_number: first })).account_id).toBeNull()
  for (const _press of ['first', 'second']) expect((await press(path)).headers.location).toBe(path)
  expect((await read(path)).body).toMatch(/href="[^"]*\/set-password\//)
  for (const number of [first, second]) {
    const order = await rowOf(app.db, 'orders', { order_number: number })
    expect(order.account_id).toBe(id)
    expect(await rowsOf(app.db, 'bookings', { order_id: order.id })).toMatchObject([{ account_id: id }])
  }
  for (const number of [unpaid, others])
    expect((await rowOf(app.db, 'orders', { order_number: number })).account_id).toBeNull()
  expect((await desk.families.orders({ id })).items.map(({ number }) => number).sort()).toEqual(
    [first, second].sort(),
  )
  expect((await desk.orders.get({ number: first })).events).toContainEqual(
    expect.objectContaining({ what: 'claimed' }),
  )
  expect((await rowsOf(app.db, 'staff_actions', { account_id: id })).map(({ action }) => action)).toEqual([
    'family.make',
    'family.claim',
  ])
  expect(await refusal(desk.families.claimGuest({ number: first, ...names }))).toBe(claimSentences.isFamilys)
  await requireSound()
})

test('the family that has the address gets the orders, with its own name and log-in', async () => {
  const account = await makeAccount(app)
  const number = await bookAsGuest(account.email)
  const desk = await app.office('manager')
  const { id, isNew } = await desk.families.claimGuest({ number, firstName: '', lastName: '' })
  expect([id, isNew]).toEqual([account.accountId, false])
  const path = await linkMailedTo(account.email)
  await press(path)
  expect((await read(path)).body).not.toContain('/set-password/')
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  expect(await rowOf(app.db, 'claimed_orders', { order_id: orderId })).toMatchObject({ order_id: orderId })
  expect((await account.api.orders.parentSession.list({ page: 1, limit: 10 })).items).toHaveLength(1)
  await requireSound()
})

test('a link that is changed, expired or of a corrected address moves no orders', async () => {
  const account = await makeAccount(app)
  const number = await bookAsGuest(account.email)
  const other = await makeAccount(app)
  const family = { id: account.accountId, email: account.email }
  const path = new URL(claimAddress(app.services.config, family, app.clock.now())).pathname
  const [, , , expires = '', signature = ''] = path.split('/')
  const refused = async (wrong: string) => {
    for (const answer of [await read(wrong), await press(wrong)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link is not valid, or it has run out.')
    }
  }
  await refused(`/claim/${other.accountId}/${expires}/${signature}`)
  await refused(`/claim/${account.accountId}/${Number(expires) + 1}/${signature}`)
  await refused(`/claim/x/${expires}/${signature}`)
  await changeRows(app.db, 'accounts', { id: account.accountId }, { email: 'elsewhere@example.test' })
  await refused(path)
  await changeRows(app.db, 'accounts', { id: account.accountId }, { email: account.email })
  app.clock.advance(31 * 24 * 60)
  await refused(path)
  expect((await rowOf(app.db, 'orders', { order_number: number })).account_id).toBeNull()
})

test('only the desk turns a guest into a family, with both names and three mails a day at most', async () => {
  const number = await bookAsGuest('una@example.test', { fullName: 'Una' })
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.families.guest({ number }))).toBe(officeSentences.notYours)
  expect(await refusal(teacher.families.claimGuest({ number, ...names }))).toBe(officeSentences.notYours)
  const desk = await app.office('frontDesk')
  const nameless = desk.families.claimGuest({ number, firstName: 'Una', lastName: '' })
  expect(await refusal(nameless)).toBe(sentences.lastNameRequired)
  const { orderNumber } = await makeClassOrder(app)
  expect(await refusal(desk.families.guest({ number: orderNumber }))).toBe(claimSentences.isFamilys)
  expect(await refusal(desk.families.guest({ number: 'x'.repeat(20) }))).toBe(sentences.orderNotFound)
  for (let mail = 0; mail < 3; mail++) await desk.families.claimGuest({ number, ...names })
  expect(await refusal(desk.families.claimGuest({ number, ...names }))).toBe(claimSentences.mailedEnough)
  const frozen = await rowOf(app.db, 'accounts', { email: 'una@example.test' })
  await (await app.office('manager')).families.freeze({ id: frozen.id, reason: 'Does not pay' })
  expect(await refusal(desk.families.claimGuest({ number, ...names }))).toBe(peopleSentences.familyFrozen)
})

test('twenty presses of the button at once move the orders once', async () => {
  const email = 'rush@example.test'
  const number = await bookAsGuest(email)
  await (await app.office('frontDesk')).families.claimGuest({ number, ...names })
  const path = await linkMailedTo(email)
  const presses = await Promise.all(Array.from({ length: 20 }, () => press(path)))
  expect(new Set(presses.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  await requireSound()
})

test('an enquiry belongs to the first family that is made from it, and to no other', async () => {
  await app.visitor.enquiries.sendFeedback({
    name: 'Petra Moss',
    contact: 'petra@example.test',
    title: 'Skittles',
    content: 'Hello',
  })
  const desk = await app.office('frontDesk')
  const { items } = await desk.enquiries.list({ state: 'new' })
  const enquiry = items.find(({ email }) => email === 'petra@example.test')
  const enquiryId = enquiry?.id as number
  const family = (email: string) => ({
    ...{
      email,
      firstName: 'Petra',
      lastName: 'Moss',
      mobile: '',
      addressLine1: '',
      addressLine2: '',
      town: '',
    },
    ...{ postcode: '', note: '', children: [], mailsPassword: false, enquiryId },
  })
  const { id } = await desk.families.make(family('petra@example.test'))
  expect(await desk.enquiries.get({ id: enquiryId })).toMatchObject({
    accountId: id,
    version: enquiry?.version,
  })
  expect(await refusal(desk.families.make(family('petra2@example.test')))).toBe(
    claimSentences.enquiryIsFamilys,
  )
  expect(await rowsOf(app.db, 'accounts', { email: 'petra2@example.test' })).toEqual([])
  await requireSound()
})

test('a guest who left no email address cannot be made a family by mail', async () => {
  const number = await bookAsGuest('rhys@example.test')
  await changeRows(app.db, 'orders', { order_number: number }, { guest_email: '' })
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.families.guest({ number }))).toBe(claimSentences.noEmail)
  expect(await refusal(desk.families.claimGuest({ number, ...names }))).toBe(claimSentences.noEmail)
})
