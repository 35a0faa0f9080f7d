import { beforeEach, expect, test } from 'vitest'
import * as addresses from '#contract/addresses.ts'
import { directionsTo } from '#domain/map-links.ts'
import { fetchCardSession } from '#server/cards/card-provider.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount, testPassword } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import {
  clickCardPageButton,
  type MadeClassOrder,
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
  readOutcome,
} from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { lockOrder } from './lock-order.ts'
import { releaseOrder } from './release-order.ts'
import { settlePayment } from './settle-payment.ts'

const app = await startTestApp()
beforeEach(() => {
  Object.assign(app.cards.faults, { dropHooks: Number.POSITIVE_INFINITY, failCalls: 0, loseAnswers: 0 })
})

const settle = async () => {
  app.clock.advance(1)
  await reconcilePayments(app.services)
}
const mailsTo = (email: string) => rowsOf(app.db, 'mails', { to_email: email })
const messagesOf = (orderId: number) => rowsOf(app.db, 'messages', { order_id: orderId })
const refundsAtProvider = async (orderId: number) => {
  const { payment_ref } = await rowOf(app.db, 'payments', { order_id: orderId })
  const { data } = await app.services.stripe.refunds.list({ payment_intent: payment_ref })
  return data.map(refund => refund.amount)
}

/** An order of an account or a guest. */
type AnyOrder = Omit<MadeOrder, 'account'> & Partial<MadeOrder>

/** Ends an order while its card page can still be paid. Only then can a payment come too late. */
async function endBehindItsPage(order: AnyOrder) {
  await openPage(app, order)
  await app.db.transaction().execute(async tx => {
    await releaseOrder(tx, await lockOrder(tx, order.orderId), 'expired', app.clock.now())
  })
}

async function payAtLast(order: AnyOrder) {
  const { checkout_url } = await rowOf(app.db, 'payments', { order_id: order.orderId })
  await clickCardPageButton(checkout_url, 'pay')
}

async function payLate(order: AnyOrder) {
  await payAtLast(order)
  await settle()
}

test('the confirmation shows the discount', async () => {
  await makeDiscountCode(app, { code: 'KITES', percent: 10 })
  const order = await makeClassOrder(app, { pricePence: 1250, discountCode: 'KITES' })
  await payByCard(app, order)
  await settle()
  await app.runJobs()
  await app.runJobs()
  const [mail] = await mailsTo(order.account.email)
  expect(mail?.body_text).toContain('Price: £12.50\nDiscount: −£1.25\nPaid by card: £11.25')
})

test('an order earns a point for every whole pound paid by card, once, with a ledger row', async () => {
  const order = await makeClassOrder(app, { pricePence: 1299 })
  await payByCard(app, order)
  await settle()
  await settle()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', paidPence: 1299, points: 12 })
  const ledger = await rowsOf(app.db, 'point_entries', { order_id: order.orderId })
  expect(ledger).toMatchObject([
    { delta: 12, balance_after: 12, reason: 'purchase', memo: `Order ${order.orderNumber}` },
  ])
})

test('less than a pound earns no point', async () => {
  const order = await makeClassOrder(app, { pricePence: 99 })
  await payByCard(app, order)
  await settle()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', points: 0 })
})

test('an order earns points by the setting at the time it was paid', async () => {
  const owner = await app.office('owner')
  const use = 'A tote bag for every 100 points'
  const savePoints = async (givesPoints: boolean) => {
    const { version } = await owner.business.get({})
    return owner.business.savePoints({ version, givesPoints, pointsUse: givesPoints ? use : '' })
  }
  await savePoints(false)
  const without = await makeClassOrder(app, { pricePence: 1299 })
  await payByCard(app, without)
  await settle()
  expect(await readOutcome(app, without.orderId)).toMatchObject({ status: 'paid', points: 0 })
  await savePoints(true)
  await app.runJobs()
  expect((await mailsTo(without.account.email))[0]?.body_text).not.toMatch(/point/i)
  expect((await messagesOf(without.orderId)).map(({ body_html }) => body_html).join()).not.toMatch(/point/i)
  const withPoints = await makeClassOrder(app, { pricePence: 1299 })
  await payByCard(app, withPoints)
  await settle()
  await savePoints(false)
  await app.runJobs()
  expect(await readOutcome(app, withPoints.orderId)).toMatchObject({ points: 12 })
  expect((await mailsTo(withPoints.account.email))[0]?.body_text).toContain(
    'You have earned 12 reward points.',
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  await expect(
    owner.business.savePoints({
      version: (await owner.business.get({})).version,
      givesPoints: true,
      pointsUse: '',
    }),
  ).rejects.toThrow()
  await savePoints(true)
})

test('a pack gives its credits once, when it is paid', async () => {
  const account = await makeAccount(app, { credits: 3 })
  const order = await makePackOrder(app, { credits: 10, pricePence: 9000, account })
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'pending', credits: 3 })
  await payByCard(app, order)
  await settle()
  await settle()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'paid', credits: 13, points: 90 })
  await app.runJobs()
  expect((await mailsTo(account.email))[0]?.body_text).toContain(
    '10 class credits have been added to your account.',
  )
})

test('the family is told once, by message and by mail, without medical notes', async () => {
  const account = await makeAccount(app, { firstName: '<b>Zoë</b>' })
  const childId = await makeChild(app, account, {
    firstName: '<i>Max</i>',
    medical: 'Asthma',
    allergy: 'Nuts',
  })
  const offering = await makeOffering(app, { typeName: 'Tiny & Tall', venue: 'Old <Hall>' })
  const session = await makeSession(app, offering, {
    date: '2026-12-05',
    startTime: '10:00',
    endTime: '10:45',
  })
  await changeRows(
    app.db,
    'venues',
    { id: offering.venueId },
    {
      ...{ address: '1 Orchard Lane, Bristol', postcode: 'BS1 4AB' },
      directions: 'Side door by the bike rack',
    },
  )
  await changeRows(app.db, 'offering_types', { id: offering.typeId }, { to_bring: 'Grippy socks' })
  const order = await makeClassOrder(app, { account, childId, session })
  const { orderId } = order
  await payByCard(app, order)
  await settle()
  await app.runJobs()
  await app.runJobs()
  const messages = await messagesOf(orderId)
  const mails = await mailsTo(account.email)
  expect(messages.map(message => message.title)).toEqual(['Your booking is confirmed'])
  expect(mails.map(mail => mail.subject)).toEqual(['Your booking is confirmed'])
  const rows = [
    'What: Tiny & Tall',
    'When: Saturday 5 December 2026, 10:00–10:45',
    'Where: Main hall, Old <Hall>, 1 Orchard Lane, Bristol, BS1 4AB',
    'For: <i>Max</i>',
  ]
  expect(mails[0]?.body_text).toContain(rows.join('\n'))
  expect(mails[0]?.body_text).toContain('Paid by card: £12.50')
  expect(messages[0]?.body_html).toContain(
    'Tiny &#38; Tall at Main hall, Old &#60;Hall&#62;, 1 Orchard Lane, Bristol, BS1 4AB, for &#60;i&#62;Max&#60;/i&#62;',
  )
  const [mail] = mails
  for (const line of [
    `Directions to Old <Hall>: ${directionsTo({ venue: 'Old <Hall>', address: '1 Orchard Lane, Bristol, BS1 4AB' })}`,
    'Finding Old <Hall>: Side door by the bike rack',
    'What to bring to Tiny & Tall: Grippy socks',
    `Your order: ${app.services.config.publicUrl}${addresses.orderOf.class(order)}`,
  ]) {
    expect(mail?.body_text).toContain(line)
  }
  const [{ id: bookingId = 0 } = {}] = await rowsOf(app.db, 'bookings', { order_id: orderId })
  expect(mail?.calendar_text).toContain(`UID:booking-${bookingId}@`)
  expect(mail?.calendar_text).toContain('DTSTART:20261205T100000Z')
  const said = `${mails[0]?.body_text}${messages[0]?.body_html}`
  expect(said).not.toMatch(/asthma|nuts/i)
})

test('a guest is told by mail alone', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { pricePence: 800 })
  const robin = { childIds: [], fullName: 'Robin Hart', email: 'robin@example.test' }
  const placed = await app.visitor.orders.parentSession.place(bookingRequest(robin, session))
  await clickCardPageButton(await openPage(app, placed), 'pay')
  await settle()
  await app.runJobs()
  const mails = await mailsTo('robin@example.test')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).toContain('Hello Robin,')
  expect(mails[0]?.body_text).not.toContain('/home/userInfo')
  expect(mails[0]?.body_text).not.toContain('reward')
  const order = await rowOf(app.db, 'orders', { order_number: placed.orderNumber })
  expect(order.status).toBe('paid')
  expect(await messagesOf(order.id)).toEqual([])
})

test('a late payment is refunded if the account already holds eight places of the session', async () => {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app, { kind: 'parentSession' }), { capacity: 20 })
  const place = async (number: number) => {
    const request = bookingRequest({ ...family, fullName: `Parent ${number}` }, session)
    const { orderNumber } = await family.api.orders.parentSession.place(request)
    const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
    return { orderNumber, orderId, account: family }
  }
  const order = await place(1)
  await endBehindItsPage(order)
  await changeRows(app.db, 'sessions', { id: session.id }, { price_pence: 0 })
  for (let number = 2; number <= 9; number++) await place(number)
  await payLate(order)
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'cancelled',
    payments: ['succeeded'],
  })
  await app.runJobs()
  expect(await refundsAtProvider(order.orderId)).toEqual([1250])
})

test('an order paid after it ended is restored if everything is still available', async () => {
  const order = await makeClassOrder(app, { credits: 1, sessionCredits: 2, pricePence: 2000, capacity: 1 })
  await endBehindItsPage(order)
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'cancelled', credits: 1 })
  await payLate(order)
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'paid',
    cancelReason: null,
    paidPence: 1000,
    credits: 0,
    points: 10,
    bookings: ['confirmed'],
    placesTaken: 1,
    payments: ['succeeded'],
  })
  await app.runJobs()
  expect(await refundsAtProvider(order.orderId)).toEqual([])
  expect((await messagesOf(order.orderId)).map(message => message.title)).toEqual([
    'Your booking is confirmed',
  ])
})

test('if the place is gone the money is refunded once, and the family is told', async () => {
  const order = await makeClassOrder(app, { capacity: 1 })
  await endBehindItsPage(order)
  const luckier = await makeClassOrder(app, { session: order.session })
  await payLate(order)
  await app.runJobs()
  await settle()
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'cancelled',
    paidPence: 1250,
    refundedPence: 1250,
    points: 0,
    bookings: ['cancelled'],
    placesTaken: 1,
    payments: ['succeeded'],
  })
  expect(await refundsAtProvider(order.orderId)).toEqual([1250])
  expect(await readOutcome(app, luckier.orderId)).toMatchObject({ status: 'pending', bookings: ['held'] })
  expect((await messagesOf(order.orderId)).map(message => message.title)).toEqual([
    'We are returning your payment',
  ])
})

test('a guest whose late payment is refunded reads so through the link in their mail', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, offering, { capacity: 1 })
  const email = 'late-guest@example.test'
  const place = (fullName: string) =>
    app.visitor.orders.parentSession.place(bookingRequest({ childIds: [], fullName, email }, session))
  const { orderNumber } = await place('Gwen Hale')
  const order = { orderNumber, orderId: (await rowOf(app.db, 'orders', { order_number: orderNumber })).id }
  await endBehindItsPage(order)
  await place('Tom Hale')
  await payLate(order)
  const [mail] = await mailsTo(email)
  const [url = ''] = /(?<=Your order: )\S+/.exec(mail?.body_text ?? '') ?? []
  const read = async () => (await app.http.inject({ method: 'GET', url: new URL(url).pathname })).body
  expect(await read()).toContain('<dd>The whole amount goes back to your card</dd>')
  await app.runJobs()
  expect(await read()).toContain('<dt>Refunded</dt><dd>£12.50</dd>')
})

const misfortunes: [string, (order: MadeClassOrder) => Promise<unknown>][] = [
  [
    'its credits were spent elsewhere',
    ({ account }) => changeRows(app.db, 'accounts', { id: account.accountId }, { credit_balance: 0 }),
  ],
  [
    'its class was withdrawn',
    ({ session }) => changeRows(app.db, 'sessions', { id: session.id }, { status: 'withdrawn' }),
  ],
  ['its class has begun', async () => app.clock.advance(60 * 24 * 8)],
]
test.each(misfortunes)('an order paid after it ended is refunded when %s', async (_, misfortune) => {
  const order = await makeClassOrder(app, { credits: 1, sessionCredits: 2 })
  await endBehindItsPage(order)
  await payAtLast(order)
  await misfortune(order)
  await settle()
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'cancelled',
    bookings: ['cancelled'],
    placesTaken: 0,
    refundedPence: 625,
  })
})

test('a late payment is refunded if its child was removed, and the mail names nobody', async () => {
  const account = await makeAccount(app)
  const [childId, sibling] = [await makeChild(app, account), await makeChild(app, account)]
  const session = await makeSession(app, await makeOffering(app))
  const request = { childIds: [childId, sibling], fullName: '', email: account.email }
  const { orderNumber } = await account.api.orders.class.place(bookingRequest(request, session))
  const order = {
    orderNumber,
    account,
    orderId: (await rowOf(app.db, 'orders', { order_number: orderNumber })).id,
  }
  await endBehindItsPage(order)
  const manager = await app.office('manager')
  await manager.families.removeChild({ id: account.accountId, childId, reason: 'Moved abroad' })
  await payLate(order)
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'cancelled',
    bookings: ['cancelled', 'cancelled'],
    placesTaken: 0,
    refundedPence: 2500,
  })
  const mail = (await mailsTo(account.email)).find(
    ({ subject }) => subject === 'We are returning your payment',
  )
  expect(mail?.body_text).not.toContain('Erased')
})

test('a product order paid after its account closed is refunded', async () => {
  const order = await makeProductOrder(app, { quantity: 1, stockLeft: 3 })
  await endBehindItsPage(order)
  await order.account.api.ownData.closeAccount({ password: testPassword, giveUpBookings: false })
  await payLate(order)
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'cancelled', refundedPence: 899 })
})

test('an order paid after it ended is refunded when the child has been booked in again', async () => {
  const order = await makeClassOrder(app)
  await endBehindItsPage(order)
  await order.placeAgain()
  await payLate(order)
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status: 'cancelled', placesTaken: 1 })
  expect(await refundsAtProvider(order.orderId)).toEqual([1250])
})

test.each([
  ['taken up again while there is stock', 2, 'paid', 0],
  ['refunded when the stock has gone', 1, 'cancelled', 1798],
])('a product order paid after it ended is %s', async (_, stock, status, refundedPence) => {
  const order = await makeProductOrder(app, { quantity: 2, stockLeft: 0 })
  await endBehindItsPage(order)
  await changeRows(app.db, 'products', { id: order.productId }, { stock })
  await payLate(order)
  await app.runJobs()
  expect(await readOutcome(app, order.orderId)).toMatchObject({ status, refundedPence })
})

test('a refund that failed at first is made once', async () => {
  const order = await makeClassOrder(app, { capacity: 1 })
  await endBehindItsPage(order)
  await makeClassOrder(app, { session: order.session })
  await payLate(order)
  app.cards.faults.failCalls = 1
  await app.runJobs()
  expect((await readOutcome(app, order.orderId)).refundedPence).toBe(0)
  app.clock.advance(2)
  await app.runJobs()
  expect((await readOutcome(app, order.orderId)).refundedPence).toBe(1250)
  expect(await refundsAtProvider(order.orderId)).toEqual([1250])
})

test.each([
  { when: 'days later', isWritten: true },
  { when: 'before we have written it down', isWritten: false },
])(
  "a refund that the customer's bank returns $when becomes due again, and is made once",
  async ({ isWritten }) => {
    const order = await makeClassOrder(app, { capacity: 1 })
    await endBehindItsPage(order)
    await makeClassOrder(app, { session: order.session })
    await payLate(order)
    await app.runJobs()
    const refundOf = async () => {
      const { id } = await rowOf(app.db, 'payments', { order_id: order.orderId })
      return rowOf(app.db, 'refunds', { payment_id: id })
    }
    const { id, provider_ref: first } = await refundOf()
    if (!isWritten) await changeRows(app.db, 'refunds', { id }, { status: 'requested', provider_ref: null })
    app.cards.faults.dropHooks = 0
    app.cards.failRefund(first as string)
    await app.cards.deliverPendingHooks()
    await changeRows(app.db, 'refunds', { id }, { status: 'succeeded', provider_ref: first })
    app.cards.faults.failCalls = 1
    await app.runJobs()
    app.clock.advance(2)
    await app.runJobs()
    expect(await refundOf()).toMatchObject({
      status: 'succeeded',
      provider_ref: expect.not.stringMatching(`^${first}$`),
    })
    expect((await readOutcome(app, order.orderId)).refundedPence).toBe(1250)
    expect(await refundsAtProvider(order.orderId)).toEqual([1250, 1250])
    const broken = await findViolations(app.db, app.clock.now())
    expect(broken.filter(({ number }) => number === 11)).toEqual([])
  },
)

test('a refund whose answer was lost long ago is found at the provider', async () => {
  const order = await makeClassOrder(app, { capacity: 1 })
  await endBehindItsPage(order)
  await makeClassOrder(app, { session: order.session })
  await payLate(order)
  const refund = await app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'payment_ref'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  // As an earlier process left it, after its idempotency key has expired.
  await app.services.stripe.refunds.create({
    payment_intent: refund.payment_ref,
    metadata: { refund: String(refund.id) },
  })
  await app.runJobs()
  expect((await readOutcome(app, order.orderId)).refundedPence).toBe(1250)
  expect(await refundsAtProvider(order.orderId)).toEqual([1250])
})

test('a second payment of a paid order is refunded, and its customer is told once', async () => {
  const order = await makeClassOrder(app)
  await payByCard(app, order)
  await settle()
  // No call leads to this, but the money must not be lost.
  const second = await app.services.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'gbp', unit_amount: 1250, product_data: { name: 'Again' } } },
    ],
    success_url: 'http://127.0.0.1/',
  })
  await fetch(second.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  })
  await writeRow(app.db, 'payments', {
    order_id: order.orderId,
    provider_ref: second.id,
    amount_pence: 1250,
    status: 'created',
    created_at: app.clock.now(),
    expires_at: app.clock.now(),
  })
  const captured = { ...(await fetchCardSession(app.services, second.id)), orderNumber: order.orderNumber }
  expect(await settlePayment(app.services, captured)).toBe('refundDue')
  expect(await settlePayment(app.services, captured)).toBe('knownBefore')
  await app.runJobs()
  const { data } = await app.services.stripe.refunds.list({ payment_intent: captured.paymentRef })
  expect(data.map(refund => refund.amount)).toEqual([1250])
  const told = ['Your booking is confirmed', 'We are returning your second payment']
  expect((await messagesOf(order.orderId)).map(({ title }) => title).sort()).toEqual(told.toSorted())
  const mail = (await mailsTo(order.account.email)).find(({ subject }) => subject === told[1])
  expect(mail?.body_text).toContain(`A second payment of £12.50 for order ${order.orderNumber}`)
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    status: 'paid',
    paidPence: 1250,
    refundedPence: 0,
    points: 12,
    payments: ['succeeded', 'expired'],
  })
})
