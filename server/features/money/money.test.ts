import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import { maxReportDays, moneySentences } from '#domain/office/takings.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { releaseOrder } from '#server/features/orders/release-order.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import {
  clickCardPageButton,
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
} from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

/** Sets the clock and signs a manager in again, as a session would expire in the weeks between the tests. */
async function signInAt(moment: string) {
  app.clock.set(moment)
  return app.office('manager')
}

async function pay(order: MadeOrder) {
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
}

/** Refunds a part of what is left of £8.50 as goodwill. */
async function refund(office: OfficeApi, { orderNumber: number }: MadeOrder, pence: number) {
  await office.orders.refund({
    ...{ number, pence, leftPence: 850, method: 'card', reference: '', reason: 'The hall was cold' },
  })
  await app.runJobs()
}

test('takings add up the money received and refunded by day, week, month and method', async () => {
  const office = await signInAt('2026-11-30T23:59:00Z')
  const first = await makeClassOrder(app, { pricePence: 850, date: '2027-01-05' })
  await pay(first)
  // London's midnight is the first of December.
  app.clock.set('2026-12-01T00:01:00Z')
  const second = await makeClassOrder(app, { pricePence: 1200, date: '2027-01-05' })
  await pay(second)
  await refund(office, first, 350)
  expect((await office.health.today({})).moneyToday).toEqual({ receivedPence: 1200, backPence: 350 })
  expect((await (await app.office('frontDesk')).health.today({})).moneyToday).toBeNull()
  const period = { from: '2026-11-30', to: '2026-12-06' }
  const takings = (by: 'day' | 'week' | 'month', of = period) => office.money.takings({ ...of, by })
  const { rows: days } = await takings('day')
  expect(days).toEqual([
    {
      ...{ from: '2026-11-30', to: '2026-11-30', payments: 1 },
      ...{ receivedPence: 850, backPence: 0, netPence: 850 },
      methods: [{ method: 'card', payments: 1, receivedPence: 850, backPence: 0 }],
    },
    {
      ...{ from: '2026-12-01', to: '2026-12-01', payments: 1 },
      ...{ receivedPence: 1200, backPence: 350, netPence: 850 },
      methods: [{ method: 'card', payments: 1, receivedPence: 1200, backPence: 350 }],
    },
  ])
  const ofWeek = { from: '2026-11-30', to: '2026-12-06', payments: 2, receivedPence: 2050, netPence: 1700 }
  expect((await takings('week')).rows).toMatchObject([ofWeek])
  expect((await takings('month')).rows).toMatchObject([
    { from: '2026-11-01', to: '2026-11-30', netPence: 850 },
    { from: '2026-12-01', to: '2026-12-31', netPence: 850 },
  ])
  expect(await takings('day', { from: '2026-12-02', to: '2026-12-31' })).toEqual({
    rows: [],
    expectedPence: 0,
    postagePence: 0,
  })
  const file = await office.money.takingsFile({ ...period, by: 'day' })
  expect(file.text.split('\r\n').slice(1, 3)).toEqual([
    '2026-11-30,2026-11-30,card,1,8.50,0.00,8.50',
    '2026-12-01,2026-12-01,card,1,12.00,3.50,8.50',
  ])
})

test('a card payment that arrives too late counts as received and as refunded', async () => {
  const office = await signInAt('2027-02-01T10:00:00Z')
  const late = await makeClassOrder(app, { pricePence: 850, date: '2027-03-05', capacity: 1 })
  const page = await openPage(app, late)
  // The order ends while its card page can still be paid, and its place goes to another family.
  await app.db.transaction().execute(async tx => {
    await releaseOrder(tx, await lockOrder(tx, late.orderId), 'expired', app.clock.now())
  })
  await makeClassOrder(app, { session: late.session })
  await clickCardPageButton(page, 'pay')
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await rowsOf(app.db, 'refunds', { kind: 'late' })).toMatchObject([{ status: 'succeeded' }])
  expect(
    (await office.money.takings({ from: '2027-02-01', to: '2027-02-02', by: 'day' })).rows,
  ).toMatchObject([{ receivedPence: 850, backPence: 850, netPence: 0 }])
})

test('expected money counts on the days when it was received; the rest is still expected', async () => {
  const office = await signInAt('2027-03-10T10:00:00Z')
  const family = await makeFamily(app, { children: 1 })
  const session = await makeSession(app, await makeOffering(app), { pricePence: 850, date: '2027-03-20' })
  const { number } = await office.deskBookings.place({
    ...{
      accountId: family.accountId,
      childIds: family.childIds,
      offeringId: session.offeringId,
      isTrial: false,
    },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: 'TFC 12' },
  })
  const march = { from: '2027-03-01', to: '2027-03-31', by: 'day' as const }
  expect(await office.money.takings(march)).toEqual({ rows: [], expectedPence: 850, postagePence: 0 })
  expect((await office.orders.list({ needs: 'expected' })).items).toMatchObject([{ number }])
  expect(await office.families.search({ words: 'tfc 12' })).toMatchObject({ people: [], orderNumber: number })
  expect(await office.families.search({ words: 'tfc 13' })).toMatchObject({ orderNumber: '' })
  const receipt = { number, receivedOn: '2027-03-08', reference: 'Bank 7' }
  await office.orders.receive({ ...receipt, pence: 500, receivedPence: 0 })
  expect(await office.money.takings(march)).toMatchObject({
    rows: [{ from: '2027-03-08', receivedPence: 500, methods: [{ method: 'childcare' }] }],
    expectedPence: 350,
  })
  await office.orders.receive({ ...receipt, pence: 350, receivedPence: 500, receivedOn: '2027-03-09' })
  expect(await office.money.takings(march)).toMatchObject({
    rows: [
      { from: '2027-03-08', receivedPence: 500 },
      { from: '2027-03-09', receivedPence: 350 },
    ],
    expectedPence: 0,
  })
})

test('a cancelled place whose money never came earned nothing, and nothing went back for it', async () => {
  const office = await signInAt('2027-03-10T10:00:00Z')
  const family = await makeFamily(app, { children: 2 })
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { pricePence: 850, date: '2027-07-10' })
  const { number } = await office.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 1700, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: 'TFC 14' },
  })
  const { places } = await office.orders.previewCancel({ number })
  await office.orders.cancelPlaces({
    ...{ number, method: 'card', reference: '', reason: 'He is ill' },
    places: [{ bookingId: places[0]?.bookingId ?? 0, refundPence: 0, rest: 'kept', returnCredits: false }],
    expected: { refundedPence: 0, keptPence: 0, credits: 0 },
  })
  const july = { from: '2027-07-01', to: '2027-07-31', by: 'venues' as const }
  expect(await office.money.revenue(july)).toMatchObject([
    { places: 1, moneyPence: 850, backPence: 0, netPence: 850 },
  ])
})

test('revenue shows what each class, venue, type and teacher earned, with credits at the price paid for them', async () => {
  const office = await signInAt('2027-04-01T10:00:00Z')
  const account = await makeAccount(app)
  await pay(await makePackOrder(app, { credits: 10, pricePence: 6000, account }))
  const offering = await makeOffering(app, { typeName: 'Kites', name: 'Kites', venue: 'Green Hall' })
  const session = await makeSession(app, offering, {
    ...{ pricePence: 850, credits: 2, capacity: 9, date: '2027-05-01' },
  })
  const paid = await makeClassOrder(app, { session })
  await pay(paid)
  await refund(office, paid, 350)
  await account.api.orders.class.place({
    ...{ offeringId: offering.id, sessionIds: [session.id], creditsWanted: 2, discountCode: '' },
    attendees: { who: 'children', childIds: [await makeChild(app, account)] },
  })
  const may = { from: '2027-05-01', to: '2027-05-31' }
  const row = {
    ...{ places: 2, moneyPence: 850, backPence: 350, credits: 2, creditPence: 1200, netPence: 1700 },
  }
  expect(await office.money.revenue({ ...may, by: 'classes' })).toEqual([
    { id: offering.id, name: 'Kites at Green Hall, Sat 10:00', ...row },
  ])
  expect(await office.money.revenue({ ...may, by: 'venues' })).toMatchObject([{ name: 'Green Hall', ...row }])
  expect(await office.money.revenue({ ...may, by: 'types' })).toMatchObject([{ name: 'Kites', ...row }])
  expect(await office.money.revenue({ ...may, by: 'teachers' })).toMatchObject([
    { name: 'No teacher', ...row },
  ])
  expect(await office.money.revenue({ ...may, by: 'terms' })).toMatchObject([{ name: 'No term', ...row }])
  expect(await office.money.revenue({ from: '2027-06-01', to: '2027-06-30', by: 'classes' })).toEqual([])
  const file = await office.money.revenueFile({ ...may, by: 'classes' })
  expect(file.text.split('\r\n')[1]).toBe('"Kites at Green Hall, Sat 10:00",2,8.50,3.50,2,12.00,17.00,8.50')
})

test('takings by class share the money of an order over its classes, and sum to the takings to the penny', async () => {
  const office = await signInAt('2027-10-04T10:00:00Z')
  const account = await makeAccount(app)
  const kites = await makeOffering(app, { typeName: 'Kites', name: 'Kites', venue: 'Green Hall' })
  const session = await makeSession(app, kites, { pricePence: 850, capacity: 9, date: '2027-11-06' })
  const paid = await makeClassOrder(app, { session })
  await pay(paid)
  await refund(office, paid, 350)
  const drums = await makeOffering(app, { typeName: 'Drums', name: 'Drums', venue: 'Green Hall' })
  const soon = await makeSession(app, drums, { pricePence: 900, capacity: 9, date: '2027-10-09' })
  await pay(await makeClassOrder(app, { session: soon }))
  await pay(await makePackOrder(app, { credits: 10, pricePence: 6000, account }))
  const product = await makeProductOrder(app, { quantity: 2, stockLeft: 3, account })
  await pay(product)
  const october = { from: '2027-10-01', to: '2027-10-31' }
  const { rows, laterPence } = await office.money.takingsByClass(october)
  const ofClass = (name: string) => rows.find(row => row.name.startsWith(name))
  expect(ofClass('Kites')).toEqual({
    ...{ kind: 'place', id: kites.id, name: 'Kites at Green Hall, Sat 10:00' },
    ...{ receivedPence: 850, backPence: 350, netPence: 500 },
  })
  expect(ofClass('Drums')).toMatchObject({ kind: 'place', id: drums.id, netPence: 900 })
  expect(rows.filter(({ kind }) => kind === 'pack')).toMatchObject([{ netPence: 6000 }])
  expect(rows.filter(({ kind }) => kind === 'product')).toMatchObject([{ id: product.productId }])
  // Kites take place in November.
  expect(laterPence).toBe(500)
  const { rows: days } = await office.money.takings({ ...october, by: 'day' })
  expect(rows.reduce((sum, { netPence }) => sum + netPence, 0)).toBe(
    days.reduce((sum, { netPence }) => sum + netPence, 0),
  )
  const file = await office.money.takingsByClassFile(october)
  expect(file.fileName).toBe('takings-by-class-2027-10-01-to-2027-10-31.csv')
  expect(file.text).toContain('place,"Kites at Green Hall, Sat 10:00",8.50,3.50,5.00')
  await expect(office.money.takingsByClass({ from: '2027-10-31', to: '2027-10-01' })).rejects.toThrow(
    moneySentences.periodBackwards,
  )
  const desk = await app.office('frontDesk')
  await expect(desk.money.takingsByClass(october)).rejects.toMatchObject({ officeCode: 403 })
  await expect(desk.money.takingsByClassFile(october)).rejects.toMatchObject({ officeCode: 403 })
})

test('two classes of one name, venue and time are told apart by their terms', async () => {
  const office = await signInAt('2027-12-01T10:00:00Z')
  const account = await makeAccount(app)
  const made = { typeName: 'Chess', name: 'Chess', venue: 'Green Hall' }
  for (const name of ['Autumn', 'Winter']) {
    const offering = await makeOffering(app, made)
    await writeRow(app.db, 'terms', { name, start_date: '2028-01-03', end_date: '2028-02-26' })
    const { id } = await rowOf(app.db, 'terms', { name })
    await changeRows(app.db, 'offerings', { id: offering.id }, { term_id: id })
    const session = await makeSession(app, offering, { pricePence: 850, capacity: 9, date: '2028-02-05' })
    await pay(await makeClassOrder(app, { session, account }))
  }
  const { rows } = await office.money.takingsByClass({ from: '2027-12-01', to: '2027-12-31' })
  expect(rows.map(({ name }) => name).toSorted()).toEqual([
    'Chess at Green Hall, Sat 10:00, Autumn',
    'Chess at Green Hall, Sat 10:00, Winter',
  ])
})

test('a period that ends before it begins, or is too long, is refused; the front desk sees no money', async () => {
  const office = await signInAt('2027-05-01T10:00:00Z')
  const asked = { from: '2026-12-01', to: '2026-11-30', by: 'day' as const }
  await expect(office.money.takings(asked)).rejects.toThrow(moneySentences.periodBackwards)
  const long = { from: '2026-01-01', to: '2027-01-06' }
  await expect(office.money.takings({ ...long, by: 'month' })).rejects.toThrow(moneySentences.periodTooLong)
  await expect(office.money.revenue({ ...long, by: 'classes' })).rejects.toThrow(moneySentences.periodTooLong)
  expect(maxReportDays).toBe(370)
  const desk = await app.office('frontDesk')
  await expect(desk.money.takings({ ...asked, to: '2026-12-01' })).rejects.toMatchObject({ officeCode: 403 })
})
