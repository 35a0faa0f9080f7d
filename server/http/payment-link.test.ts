import { beforeEach, expect, test } from 'vitest'
import { longMoment } from '#domain/format-dates.ts'
import { keptAtMost, linkSentences, remindedBefore } from '#domain/office/order-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { guestOrderAddress, paymentAddress } from '#server/features/orders/order-link.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import {
  clickCardPageButton,
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  payByCard,
} from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const at = (moment: string) => new Date(moment)
const linkOf = ({ orderNumber }: Pick<MadeOrder, 'orderNumber'>) =>
  new URL(paymentAddress(app.services.config, orderNumber, app.clock.now())).pathname
const read = (path: string, cookie = '') =>
  app.http.inject({ method: 'GET', url: path, headers: cookie ? { cookie } : {} })
const pressPay = (path: string) =>
  app.http.inject({
    ...{ method: 'POST', url: path },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const cardPageOf = (answer: Awaited<ReturnType<typeof pressPay>>) =>
  /^0; url=(.+)$/.exec(String(answer.headers.refresh))?.[1] ?? ''
const cookieOf = (answer: Awaited<ReturnType<typeof pressPay>>) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
const holdOf = async ({ orderId }: MadeOrder) =>
  (await rowOf(app.db, 'orders', { id: orderId })).hold_expires_at?.toISOString()

async function mailsTo(email: string, subject: RegExp): Promise<string[]> {
  await app.runJobs()
  const mails = await rowsOf(app.db, 'mails', { to_email: email })
  return mails.filter(mail => subject.test(mail.subject)).map(mail => mail.body_text)
}

test('the desk mails a payment link, and the order is kept for a day', async () => {
  const account = await makeAccount(app)
  const childId = await makeChild(app, account, { firstName: 'Persephone', lastName: 'Quill' })
  const order = await makeClassOrder(app, { account, childId })
  const desk = await app.office('frontDesk')
  const number = order.orderNumber
  const { keptUntil } = await desk.orders.sendPaymentLink({ number })
  expect(keptUntil).toBe('2026-11-24T09:00:00.000Z')
  expect(await holdOf(order)).toBe(keptUntil)
  const [text = '', ...others] = await mailsTo(account.email, /^Please pay for your booking$/)
  expect(others).toEqual([])
  expect(text).toContain(longMoment(at(keptUntil)))
  expect(text).toContain(`Pay £12.50 by card: ${app.services.config.publicUrl}${linkOf(order)}`)
  expect(text).not.toMatch(/Persephone|Quill/)
  const seen = await desk.orders.get({ number })
  expect(seen.unpaid).toMatchObject({
    ...{
      whyNoLink: '',
      whyNoReminder: remindedBefore('Ann Perry', at('2026-11-23T09:00Z'), at('2026-11-23T10:00Z')),
    },
    links: [{ at: '2026-11-23T09:00:00.000Z', by: 'Ann Perry', isReminder: false }],
  })
  expect(seen.events).toContainEqual(
    expect.objectContaining({
      what: 'linkMailed',
      words: 'kept until 24/11/2026 09:00',
      byName: 'Ann Perry',
    }),
  )
  expect(await rowsOf(app.db, 'staff_actions', { action: 'order.paymentLink' })).toMatchObject([
    { subject_id: order.orderId, account_id: account.accountId, facts: { keptUntil: '2026-11-24 09:00' } },
  ])
  // The order outlives the hold that it had, and ends with the new one.
  app.clock.set('2026-11-24T08:59:59Z')
  expect(await expireOrders(app.services)).toBe(0)
  app.clock.set('2026-11-24T09:00:00Z')
  expect(await expireOrders(app.services)).toBe(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('an order is kept until the chosen time, at most a week, and never past its first start', async () => {
  const desk = await app.office('manager')
  const order = await makeClassOrder(app, { date: '2026-12-20' })
  const number = order.orderNumber
  const keep = (keepUntil: string) => desk.orders.sendPaymentLink({ number, keepUntil })
  await expect(keep('2026-11-23T09:00:00.000Z')).rejects.toThrow(linkSentences.keepToCome)
  await expect(keep('2026-11-30T09:00:01.000Z')).rejects.toThrow(keptAtMost(at('2026-11-30T09:00Z')))
  expect(await keep('2026-11-30T09:00:00.000Z')).toEqual({ keptUntil: '2026-11-30T09:00:00.000Z' })
  // It is never shortened: a card page may be open for as long.
  expect(await keep('2026-11-23T10:00:00.000Z')).toEqual({ keptUntil: '2026-11-30T09:00:00.000Z' })
  const soon = await makeClassOrder(app, { date: '2026-11-23', startTime: '18:00' })
  expect(await desk.orders.sendPaymentLink({ number: soon.orderNumber })).toEqual({
    keptUntil: '2026-11-23T18:00:00.000Z',
  })
  const past = desk.orders.sendPaymentLink({
    number: soon.orderNumber,
    keepUntil: '2026-11-23T18:00:01.000Z',
  })
  await expect(past).rejects.toThrow(keptAtMost(at('2026-11-23T18:00Z')))
})

test('a press that is repeated mails one link', async () => {
  const order = await makeClassOrder(app)
  const desk = await app.office('frontDesk')
  const asked = { number: order.orderNumber, requestId: crypto.randomUUID() }
  const [first, second] = [await desk.orders.sendPaymentLink(asked), await desk.orders.sendPaymentLink(asked)]
  expect(second).toEqual(first)
  expect(await mailsTo(order.account.email, /^Please pay/)).toHaveLength(1)
})

test('the page pays an account’s order without signing in, and says afterwards that it is paid', async () => {
  const account = await makeAccount(app)
  const order = await makeClassOrder(app, { account })
  await (await app.office('frontDesk')).orders.sendPaymentLink({ number: order.orderNumber })
  const path = linkOf(order)
  const page = await read(path)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    ...{ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' },
  })
  for (const text of [
    'Pay £12.50 by card',
    order.orderNumber,
    longMoment(at('2026-11-24T09:00Z')),
    '10:00–19:00',
  ])
    expect(page.body).toContain(text)
  expect(page.body).not.toMatch(/Leo|Shah|@example/)
  expect(await rowsOf(app.db, 'payments', { order_id: order.orderId })).toEqual([])

  const pressed = await pressPay(path)
  expect(pressed.statusCode).toBe(200)
  expect(pressed.body).toContain('Go on to the card page')
  // A second tab gets the same page.
  expect(cardPageOf(await pressPay(path))).toBe(cardPageOf(pressed))
  const back = new URL(await clickCardPageButton(cardPageOf(pressed), 'pay'))
  const returned = await read(back.pathname + back.search, cookieOf(pressed))
  expect([returned.statusCode, returned.headers.location]).toEqual([303, path])
  const after = await read(path)
  expect(after.body).toContain('This is paid')
  expect(after.body).not.toContain('<button')
  expect((await pressPay(path)).body).toContain('This is paid')
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    status: 'paid',
    paid_pence: 1250,
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test("leaving the card page unpaid leads back to the link; another order's cookie does not", async () => {
  const [order, other] = [await makeClassOrder(app), await makeClassOrder(app)]
  const pressed = await pressPay(linkOf(order))
  const back = new URL(await clickCardPageButton(cardPageOf(pressed), 'cancel'))
  const returned = await read(back.pathname + back.search, cookieOf(pressed))
  expect(returned.headers.location).toBe(linkOf(order))
  const foreign = await read(back.pathname + back.search, cookieOf(await pressPay(linkOf(other))))
  expect(foreign.headers.location).toContain('/payFail')
})

test('a link whose order has ended says so and leads to the timetable', async () => {
  const order = await makeClassOrder(app)
  const path = linkOf(order)
  app.clock.set('2026-11-23T09:35:00Z')
  for (const answer of [await pressPay(path), await read(path)]) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('This booking is no longer kept')
    expect(answer.body).toContain('It was not paid in time')
    expect(answer.body).toMatch(/<a href="\/[^"]+">book again from the timetable<\/a>/)
    expect(answer.body).not.toContain('<button')
  }
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ status: 'cancelled' })
  const cancelled = await makeClassOrder(app)
  const desk = await app.office('frontDesk')
  await desk.orders.end({ number: cancelled.orderNumber, reason: 'She rang us' })
  expect((await read(linkOf(cancelled))).body).toContain('It has been cancelled')
})

test('a link that is changed, run out or made for another page or order opens nothing', async () => {
  const [mine, theirs] = [await makeClassOrder(app), await makeClassOrder(app)]
  const [, , number = '', expires = '', signature = ''] = linkOf(mine).split('/')
  const guests = new URL(guestOrderAddress(app.services.config, number, app.clock.now())).pathname
  for (const path of [
    `/pay/${theirs.orderNumber}/${expires}/${signature}`,
    `/pay/${number}/${Number(expires) + 1}/${signature}`,
    `/pay/${number}/${expires}/${signature.slice(0, -1)}`,
    `/pay/${number}/NaN/${signature}`,
    guests.replace('/guest-order/', '/pay/'),
  ]) {
    for (const answer of [await read(path), await pressPay(path)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link is not valid, or it has run out.')
      expect(answer.body).not.toContain('£12.50')
    }
  }
  // Nor does a payment link open the page of a guest's order.
  expect((await read(linkOf(mine).replace('/pay/', '/guest-order/'))).statusCode).toBe(404)
  app.clock.advance(181 * 24 * 60)
  expect((await read(`/pay/${number}/${expires}/${signature}`)).statusCode).toBe(404)
})

test('the card button can be pressed twenty times in ten minutes', async () => {
  const order = await makeClassOrder(app)
  for (let press = 0; press < 20; press++) expect(cardPageOf(await pressPay(linkOf(order)))).not.toBe('')
  const over = await pressPay(linkOf(order))
  expect(cardPageOf(over)).toBe('')
  expect(over.body).toContain('role="alert"')
})

test('a pack is paid by its link too', async () => {
  const order = await makePackOrder(app, { credits: 5, pricePence: 4000 })
  const desk = await app.office('frontDesk')
  await desk.orders.sendPaymentLink({ number: order.orderNumber })
  const { body } = await read(linkOf(order))
  expect(body).toContain('Pay for your order')
  expect(body).toContain('5 class pack')
})

test('no link is mailed for an order that is paid, free, ended or being checked', async () => {
  const desk = await app.office('frontDesk')
  const refused = async (order: Pick<MadeOrder, 'orderNumber'>) => {
    const asked = { number: order.orderNumber }
    const told = await refusal(desk.orders.sendPaymentLink(asked))
    expect(await refusal(desk.orders.remind(asked))).toBe(told)
    return told
  }
  const paid = await makeClassOrder(app)
  await payByCard(app, paid)
  await app.cards.deliverPendingHooks()
  expect(await refused(paid)).toBe(linkSentences.paid)
  expect((await desk.orders.get({ number: paid.orderNumber })).unpaid).toBeNull()
  const ended = await makeClassOrder(app)
  await desk.orders.end({ number: ended.orderNumber, reason: 'She rang us' })
  expect(await refused(ended)).toBe(linkSentences.noLongerKept)
  const over = await makeClassOrder(app)
  app.clock.set('2026-11-23T09:35:00Z')
  expect(await refused(over)).toBe(linkSentences.noLongerKept)
  app.clock.set('2026-11-23T09:00:00Z')
  const checked = await makeClassOrder(app)
  const url = cardPageOf(await pressPay(linkOf(checked)))
  await clickCardPageButton(url, 'payLess')
  await app.cards.deliverPendingHooks()
  expect(await refused(checked)).toBe(linkSentences.isBeingChecked)
  expect((await read(linkOf(checked))).body).toContain('We are checking the payment')
  expect(await refusal(desk.orders.remind({ number: 'x'.repeat(20) }))).toBe('This order was not found')
})

test('a guest’s order is paid by a link too; one without an email address is not mailed', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { pricePence: 900 })
  const guest = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
  const { orderNumber } = await app
    .apiOf({ ip: '10.9.1.1' })
    .orders.parentSession.place(bookingRequest(guest, session))
  const desk = await app.office('frontDesk')
  await desk.orders.sendPaymentLink({ number: orderNumber })
  const [text = ''] = await mailsTo(guest.email, /^Please pay for your booking$/)
  expect(text).toContain(linkOf({ orderNumber }))
  expect((await read(linkOf({ orderNumber }))).body).not.toContain('Gwen')
  await changeRows(app.db, 'orders', { order_number: orderNumber }, { guest_email: '' })
  expect(await refusal(desk.orders.sendPaymentLink({ number: orderNumber }))).toBe(linkSentences.noEmail)
  await changeRows(app.db, 'orders', { order_number: orderNumber }, { guest_email: guest.email })
})

test('a family is reminded once an hour, from the order and from its own page', async () => {
  const order = await makeClassOrder(app)
  const { accountId, email } = order.account
  const desk = await app.office('frontDesk')
  const number = order.orderNumber
  await desk.orders.sendPaymentLink({ number })
  const hold = await holdOf(order)
  const soon = remindedBefore('Ann Perry', at('2026-11-23T09:00Z'), at('2026-11-23T10:00Z'))
  expect(await refusal(desk.orders.remind({ number }))).toBe(soon)
  expect((await desk.families.get({ id: accountId })).unpaid).toMatchObject([{ number, whyNoReminder: soon }])
  app.clock.set('2026-11-23T10:00:00Z')
  expect((await desk.families.get({ id: accountId })).unpaid).toMatchObject([{ number, whyNoReminder: '' }])
  expect(await desk.orders.remind({ number })).toEqual({ keptUntil: hold })
  expect(await holdOf(order)).toBe(hold)
  const [text = ''] = await mailsTo(email, /^Your booking is not paid yet$/)
  expect(text).toContain(linkOf(order))
  app.clock.set('2026-11-23T10:59:59Z')
  expect(await refusal(desk.orders.remind({ number }))).toMatch(/^Ann Perry mailed them at 10:00/)
  expect(await rowsOf(app.db, 'staff_actions', { action: 'order.remind' })).toHaveLength(1)
})

test('a teacher mails no payment link and reminds nobody', async () => {
  const { orderNumber: number } = await makeClassOrder(app)
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.orders.sendPaymentLink({ number }))).toBe(officeSentences.notYours)
  expect(await refusal(teacher.orders.remind({ number }))).toBe(officeSentences.notYours)
})
