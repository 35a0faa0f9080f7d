import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import { atMostExpected, deskSentences } from '#domain/office/desk-sentences.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { testPassword } from '#testing/make-account.ts'
import { type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { settlePayment } from './settle-payment.ts'

const app = await startTestApp()
const owner = await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')

interface Booked {
  family: Family
  number: string
  orderId: number
}

/** Books four places of £8.50 for two children, whose money is expected from a childcare account. */
async function bookExpected(given: Parameters<typeof makeFamily>[1] = {}): Promise<Booked> {
  const family = await makeFamily(app, { children: 2, points: 0, ...given })
  const offering = await makeOffering(app)
  const priced = { capacity: 5, pricePence: 850, credits: 2 }
  const dates = [
    await makeSession(app, offering, { ...priced, date: '2026-12-05' }),
    await makeSession(app, offering, { ...priced, date: '2026-12-12' }),
  ]
  const { number } = await desk.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: dates.map(({ id }) => id), expected: { totalPence: 3400, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: 'TFC 12' },
  })
  await app.runJobs()
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  return { family, number, orderId }
}

const receive = (number: string, pence: number, receivedPence: number, by: OfficeApi = desk) =>
  by.orders.receive({ number, pence, receivedPence, receivedOn: '2026-11-22', reference: 'Bank 7' })

const mailsOf = async ({ email }: Family) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).map(({ subject, body_text }) => ({
    subject,
    body: body_text,
  }))

const moneyOf = async (orderId: number) => {
  const { status, paid_pence: paid, refunded_pence: back } = await rowOf(app.db, 'orders', { id: orderId })
  const { status: payment, amount_pence: pence } = await rowOf(app.db, 'payments', { order_id: orderId })
  return { status, paid, back, payment, pence }
}

const expectSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('the list of expected money says where it comes from and how much is still to come', async () => {
  const { family, number } = await bookExpected()
  const { accountId } = family
  await receive(number, 1050, 0)
  const other = await makeSession(app, await makeOffering(app), { pricePence: 500, date: '2026-12-19' })
  await desk.deskBookings.place({
    ...{ accountId, childIds: [family.childId], offeringId: other.offeringId, isTrial: false, raises: [] },
    ...{ sessionIds: [other.id], expected: { totalPence: 500, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'council', reference: '' },
  })
  const { items } = await desk.orders.list({ accountId, state: 'expected', sort: 'placed' })
  expect(items.map(({ expected }) => expected)).toEqual([
    { openPence: 2350, method: 'childcare', reference: 'TFC 12' },
    { openPence: 500, method: 'council', reference: '' },
  ])
  const sum = {
    ...{ orders: 2, openPence: 2850, latePence: 0 },
    sources: [
      { method: 'childcare', openPence: 2350 },
      { method: 'council', openPence: 500 },
    ],
  }
  expect(await desk.orders.expected({ accountId, needs: 'expected' })).toEqual(sum)
  expect(await desk.orders.expected({ accountId: (await makeFamily(app)).accountId })).toEqual({
    ...{ orders: 0, openPence: 0, latePence: 0, sources: [] },
  })
  await changeRows(
    app.db,
    'payments',
    { method: 'council' },
    { created_at: new Date('2026-10-01T10:00:00Z') },
  )
  expect(await desk.orders.expected({ accountId })).toEqual({ ...sum, latePence: 500 })
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.orders.expected({ accountId }))).toBe(officeSentences.notYours)
})

test('a booking with expected money is confirmed at once, and paid once all was received', async () => {
  const { family, number, orderId } = await bookExpected()
  expect(await moneyOf(orderId)).toEqual({
    status: 'paid',
    paid: 0,
    back: 0,
    payment: 'expected',
    pence: 3400,
  })
  expect(await rowsOf(app.db, 'bookings', { order_id: orderId, status: 'confirmed' })).toHaveLength(4)
  const [mail] = await mailsOf(family)
  expect(mail?.body).toContain('Payment expected: £34.00 from a childcare account (reference TFC 12)')
  expect(mail?.body).not.toContain('Paid')
  const unpaid = await desk.orders.get({ number })
  expect(unpaid).toMatchObject({
    ...{ order: { state: 'expected', method: 'desk' }, paidPence: 0, money: { leftPence: 0 } },
    expected: { isOpen: true, method: 'childcare', reference: 'TFC 12', pence: 3400, receipts: [] },
  })
  expect(await family.api.orders.class.details({ orderNumber: number })).toMatchObject({
    ...{ status: 'paid', paymentMethod: 'desk', expectedPence: 3400, paidPence: 0 },
  })
  expect(await family.api.ownBookings.receipt({ orderNumber: number })).toMatchObject({
    ...{ paidAt: null, desk: { method: 'childcare', reference: 'TFC 12', expectedPence: 3400 } },
  })

  expect(await receive(number, 1050, 0)).toEqual({ receivedPence: 1050, expectedPence: 2350 })
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ points_balance: 10 })
  expect(await desk.orders.get({ number })).toMatchObject({
    order: { state: 'expected' },
    money: { leftPence: 1050 },
  })
  await expectSound()
  expect(await receive(number, 2350, 1050)).toEqual({ receivedPence: 3400, expectedPence: 0 })
  await app.runJobs()
  expect(await moneyOf(orderId)).toEqual({
    status: 'paid',
    paid: 3400,
    back: 0,
    payment: 'succeeded',
    pence: 3400,
  })
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ points_balance: 34 })
  const order = await desk.orders.get({ number })
  expect(order).toMatchObject({ order: { state: 'paid' }, expected: { isOpen: false, receivedPence: 3400 } })
  expect(order.expected?.receipts).toMatchObject([
    { pence: 1050, receivedOn: '2026-11-22', reference: 'Bank 7', by: 'Ann Perry', mayBeCorrected: true },
    { pence: 2350 },
  ])
  expect(order.events.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['placed', 'expected', 'received', 'received', 'paid']),
  )
  expect((await family.api.orders.class.details({ orderNumber: number })).expectedPence).toBeUndefined()
  expect((await family.api.ownBookings.receipt({ orderNumber: number })).paidAt).not.toBeNull()
  expect((await mailsOf(family)).map(({ subject }) => subject)).toEqual([
    'Your booking is confirmed',
    'Your payment has arrived',
  ])
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.receivedPayments).toMatchObject([
    { amount_pence: 1050, reference: 'Bank 7' },
    { amount_pence: 2350 },
  ])
  await expectSound()
})

test('a repeated receipt counts once, and a colleague who saw an older sum reads who was first', async () => {
  const { number } = await bookExpected()
  const press = {
    ...{ number, pence: 1000, receivedPence: 0, receivedOn: '2026-11-22', reference: '' },
    requestId: crypto.randomUUID(),
  }
  await Promise.all([1, 2, 3].map(() => desk.orders.receive(press)))
  expect(await refusal(receive(number, 1000, 0, manager))).toBe(
    'Ann Perry recorded £10.00. Received so far: £10.00. Please look again',
  )
  expect((await desk.orders.get({ number })).expected).toMatchObject({ receivedPence: 1000 })
})

test('a receipt without an amount, above the rest or with a future day is refused', async () => {
  const { number } = await bookExpected()
  expect(await refusal(receive(number, 0, 0))).toBe(deskSentences.leastReceived)
  expect(await refusal(receive(number, 3401, 0))).toBe(atMostExpected(3400))
  expect(
    await refusal(
      desk.orders.receive({ number, pence: 1, receivedPence: 0, receivedOn: '2026-11-24', reference: '' }),
    ),
  ).toBe(deskSentences.receivedToCome)
  expect(await refusal(receive('nothing', 100, 0))).toBe(sentences.orderNotFound)
  await receive(number, 3400, 0)
  expect(await refusal(receive(number, 1, 3400))).toBe(deskSentences.nothingExpected)
  const place = (changes: object) =>
    refusal(
      desk.deskBookings.place({
        ...{ accountId: 1, childIds: [], offeringId: 1, sessionIds: [1], isTrial: false, raises: [] },
        ...{ pay: 'expected', reference: '', expected: { totalPence: 850, creditsUsed: 0 }, ...changes },
      }),
    )
  expect(await place({})).toBe(deskSentences.choosePayment)
  expect(await place({ method: 'cash' })).toBe(deskSentences.chooseExpected)
})

test('a receipt is corrected by an opposite entry, even after all money was received', async () => {
  const { family, number, orderId } = await bookExpected()
  await receive(number, 3400, 0)
  const [wrong] = (await desk.orders.get({ number })).expected?.receipts ?? []
  const correct = (receiptId: number, receivedPence: number, reason = 'Another family') =>
    desk.orders.correctReceipt({ receiptId, receivedPence, reason })
  const receiptId = wrong?.id ?? 0
  expect(await refusal(correct(receiptId, 3400, ''))).toBe(officeSentences.sayWhy)
  expect(await refusal(correct(receiptId + 1000, 3400))).toBe(deskSentences.receiptNotFound)
  await correct(receiptId, 3400)
  expect(await moneyOf(orderId)).toMatchObject({ paid: 0, payment: 'expected', pence: 3400 })
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ points_balance: 0 })
  expect(await refusal(correct(receiptId, 0))).toBe(deskSentences.receiptNotFound)
  const { receipts } = (await desk.orders.get({ number })).expected ?? { receipts: [] }
  expect(receipts).toMatchObject([
    { pence: 3400, mayBeCorrected: false },
    { pence: -3400, mayBeCorrected: false },
  ])
  await expectSound()

  // A receipt whose money was refunded cannot be corrected.
  await receive(number, 1000, 0)
  await manager.orders.refund({
    ...{ number, pence: 100, method: 'cash', reference: 'Till 3', reason: 'A late start', leftPence: 1000 },
  })
  const again = (await desk.orders.get({ number })).expected?.receipts.at(-1)?.id ?? 0
  expect(await refusal(correct(again, 1000))).toBe(deskSentences.receiptIsSpent)
  await expectSound()
})

test('no more than was received can be refunded, and only by hand', async () => {
  const { number, orderId } = await bookExpected()
  const refund = (pence: number, leftPence: number) =>
    manager.orders.refund({ number, pence, method: 'card', reference: '', reason: 'A late start', leftPence })
  expect((await manager.orders.previewRefund({ number })).leftPence).toBe(0)
  expect(await refusal(refund(100, 0))).toBe('At most £0.00 can be refunded')
  await receive(number, 1000, 0)
  expect(await refusal(refund(1001, 1000))).toBe('At most £10.00 can be refunded')
  await refund(1000, 1000)
  await expect(
    app.db
      .insertInto('refunds')
      .values({
        ...{ payment_id: (await rowOf(app.db, 'payments', { order_id: orderId })).id, amount_pence: 1001 },
        ...{ reason: '', status: 'succeeded', requested_at: app.clock.now(), settled_at: app.clock.now() },
        ...{ method: 'cash', reference: 'Till 3' },
      })
      .execute(),
  ).rejects.toThrow('refunds exceed the payment')
  const [owed] = (await desk.orders.get({ number })).payments[0]?.back ?? []
  expect(owed).toMatchObject({ pence: 1000, method: 'hand', state: 'failed' })
  await manager.orders.refundByHand({ refundId: owed?.id ?? 0, method: 'cash', reference: 'Till 3' })
  expect(await moneyOf(orderId)).toMatchObject({ paid: 1000, back: 1000, payment: 'expected' })
  await expectSound()
})

test('a cancelled place settles its share of what was received, and the rest of it is no longer expected', async () => {
  const { family, number, orderId } = await bookExpected()
  await receive(number, 1001, 0)
  const { places, leftPence, live } = await manager.orders.previewCancel({ number })
  expect([leftPence, live]).toEqual([1001, { payablePence: 3400, receivedPence: 1001 }])
  // Forty-eight hours and more before the start the policy proposes credits.
  expect(places[0]?.proposed).toMatchObject({ asCreditsPence: 250, notReceivedPence: 600, creditsGranted: 1 })
  const cancel = (
    refundPence: number,
    expected: { refundedPence: number; keptPence: number; credits: number },
  ) =>
    manager.orders.cancelPlaces({
      ...{ number, method: 'cash', reference: 'Till 3', reason: 'She rang us', expected },
      places: [{ bookingId: places[0]?.bookingId ?? 0, refundPence, rest: 'kept', returnCredits: false }],
    })
  expect(await refusal(cancel(251, { refundedPence: 251, keptPence: 0, credits: 0 }))).toBe(
    'At most £2.50 can be refunded',
  )
  await cancel(200, { refundedPence: 200, keptPence: 50, credits: 0 })
  expect(await moneyOf(orderId)).toMatchObject({ paid: 1001, back: 200, payment: 'expected', pence: 2800 })
  expect(await rowOf(app.db, 'booking_cancellations', { order_id: orderId })).toMatchObject({
    ...{ refunded_pence: 200, kept_pence: 50, not_received_pence: 600, back_before_pence: 0 },
  })
  await app.runJobs()
  expect((await mailsOf(family)).at(-1)?.body).toContain('£6.00 is no longer to be paid for it.')
  await expectSound()
  await receive(number, 1799, 1001)
  expect(await moneyOf(orderId)).toMatchObject({ paid: 2800, payment: 'succeeded' })
  await expectSound()
})

test('an order is paid once the places whose money is missing are cancelled', async () => {
  const { family, number, orderId } = await bookExpected()
  const places = await rowsOf(app.db, 'bookings', { order_id: orderId })
  await changeRows(app.db, 'business', {}, { parents_may_cancel: true })
  await receive(number, 3399, 0)
  const bookingIds = [places[0]?.id ?? 0]
  const expected = await family.api.ownBookings.previewCancel({ bookingIds })
  await family.api.ownBookings.cancelPlaces({ bookingIds, expected })
  await changeRows(app.db, 'business', {}, { parents_may_cancel: false })
  expect(await moneyOf(orderId)).toMatchObject({ paid: 3399, payment: 'succeeded', pence: 3399 })
  await expectSound()
})

test('ending an order with expected money gives back by hand what was received', async () => {
  const { family, number, orderId } = await bookExpected()
  await receive(number, 1000, 0)
  expect(await refusal(desk.orders.previewTakeBack({ number }))).toBe(officeSentences.notYours)
  const expected = await manager.orders.previewTakeBack({ number })
  expect(expected).toEqual({ places: 4, begun: 0, refundedPence: 1000, notReceivedPence: 2400, credits: 0 })
  const takeBack = (changes: object = {}) =>
    manager.orders.takeBack({ number, expected, reason: 'The council said no', ...changes })
  expect(await refusal(takeBack({ reason: '' }))).toBe(officeSentences.sayWhy)
  expect(await refusal(takeBack({ expected: { ...expected, refundedPence: 999 } }))).toBe(
    cancelSentences.figuresChanged,
  )
  await takeBack()
  await app.runJobs()
  expect(await moneyOf(orderId)).toEqual({
    status: 'cancelled',
    paid: 1000,
    back: 0,
    payment: 'succeeded',
    pence: 1000,
  })
  const order = await desk.orders.get({ number })
  expect(order.payments[0]?.back).toMatchObject([{ pence: 1000, method: 'hand', state: 'failed' }])
  expect((await mailsOf(family)).at(-1)).toMatchObject({
    body: expect.stringContaining(
      'The payment that we expected has not come, so we have had to cancel these 4 places',
    ),
  })
  expect(await refusal(takeBack())).toBe(deskSentences.nothingExpected)
  expect(await refusal(receive(number, 100, 1000))).toBe(deskSentences.nothingExpected)
  await expectSound()
})

test('expected money that is late is shown to staff, after the days that the business sets', async () => {
  const { number, orderId } = await bookExpected()
  const late = async () => {
    const { items } = await desk.orders.list({ needs: 'expectedLate' })
    const { expectedLate } = await desk.health.today({})
    expect([(await desk.health.bell({})).expectedLate, items.length]).toEqual([expectedLate, expectedLate])
    return items.map(order => order.number)
  }
  expect(await late()).not.toContain(number)
  const { items } = await desk.orders.list({ state: 'expected' })
  expect(items.map(order => order.number)).toContain(number)
  const made = new Date(app.clock.now().getTime() - 14 * 86_400_000 - 60_000)
  await changeRows(app.db, 'payments', { order_id: orderId }, { created_at: made })
  expect(await late()).toContain(number)
  const { version, payLater } = await owner.business.get({})
  await owner.business.savePayLater({ ...payLater, version, expectedDays: 15 })
  expect(await late()).not.toContain(number)
  expect(await refusal(owner.business.savePayLater({ ...payLater, expectedDays: 0 }))).toBeTruthy()
})

test('an account is not closed while its money is expected', async () => {
  const { family, number, orderId } = await bookExpected()
  const close = () => family.api.ownData.closeAccount({ password: testPassword, giveUpBookings: true })
  expect(await refusal(close())).toBe(sentences.closeExpected)
  await receive(number, 3400, 0)
  await close()
  const { id } = await rowOf(app.db, 'payments', { order_id: orderId })
  expect(await rowOf(app.db, 'desk_receipts', { payment_id: id })).toMatchObject({
    reference: '',
    amount_pence: 3400,
  })
})

test('receipts are never changed', async () => {
  const { number } = await bookExpected()
  await receive(number, 100, 0)
  await expect(changeRows(app.db, 'desk_receipts', {}, { amount_pence: 200 })).rejects.toThrow('append-only')
  await expect(app.db.deleteFrom('desk_receipts').execute()).rejects.toThrow('append-only')
})

/** Makes a card page of an order, as if it was opened before the money was expected. */
async function cardPage(orderId: number, orderNumber: string) {
  const ref = `cs_${crypto.randomUUID()}`
  const at = app.clock.now()
  await writeRow(app.db, 'payments', {
    ...{ order_id: orderId, provider_ref: ref, amount_pence: 3400, status: 'created' },
    ...{ created_at: at, expires_at: new Date(at.getTime() + 3_600_000) },
  })
  return {
    ...{
      ref,
      state: 'paid' as const,
      paymentRef: `pi_${ref}`,
      amountPence: 3400,
      currency: 'gbp',
      orderNumber,
    },
    isLive: false,
  }
}

test('a card payment for an order with expected money is a receipt, and not paid twice', async () => {
  const { family, number, orderId } = await bookExpected()
  const page = await cardPage(orderId, number)
  expect(await settlePayment(app.services, page as never)).toBe('confirmed')
  expect(await settlePayment(app.services, page as never)).toBe('knownBefore')
  await app.runJobs()
  expect(await rowsOf(app.db, 'refunds', {})).not.toContainEqual(expect.objectContaining({ kind: 'double' }))
  expect(await desk.orders.get({ number })).toMatchObject({
    ...{ order: { state: 'paid' }, paidPence: 3400 },
    expected: { receipts: [{ pence: 3400, by: '', mayBeCorrected: false }] },
  })
  expect((await mailsOf(family)).at(-1)?.subject).toBe('Your payment has arrived')
  await expectSound()
})

test('a card payment above the rest of the expected money is refunded', async () => {
  const { number, orderId } = await bookExpected()
  await receive(number, 1, 0)
  const page = await cardPage(orderId, number)
  expect(await settlePayment(app.services, page as never)).toBe('refundDue')
  expect(await rowOf(app.db, 'payments', { order_id: orderId, status: 'expected' })).toBeTruthy()
})

test('an order can be ended although nothing was received and a class has begun', async () => {
  const { number, orderId } = await bookExpected()
  app.clock.set('2026-12-05T20:00:00Z')
  const office = await app.office('manager')
  const expected = await office.orders.previewTakeBack({ number })
  expect(expected).toEqual({ places: 4, begun: 2, refundedPence: 0, notReceivedPence: 3400, credits: 0 })
  await office.orders.takeBack({ number, expected, reason: 'It never came' })
  await app.runJobs()
  expect(await moneyOf(orderId)).toMatchObject({ status: 'cancelled', paid: 0, payment: 'expired' })
  await expectSound()
})
