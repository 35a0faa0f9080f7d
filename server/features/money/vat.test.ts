import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OfficeApi } from '#contract/office/client.ts'
import { dayIsClosed, vatSentences } from '#domain/office/vat.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { type MadeOrder, makeClassOrder, makePackOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
await changeRows(app.db, 'business', {}, { is_vat_registered: true })

async function signInAt(moment: string) {
  app.clock.set(moment)
  return app.office('manager')
}
async function pay(order: MadeOrder) {
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
}
async function refund(
  office: OfficeApi,
  { orderNumber: number }: MadeOrder,
  pence: number,
  leftPence: number,
) {
  await office.orders.refund({
    ...{ number, pence, leftPence, method: 'card', reference: '', reason: 'The hall was cold' },
  })
  await app.runJobs()
}

/** Reads the sums of a period, and checks that takings and the export's own rows say the same to the penny. */
async function sumsOf(office: OfficeApi, period: { from: string; to: string }) {
  const { sums } = await office.money.vat(period)
  const gross = sums.reduce((all, { grossPence }) => all + grossPence, 0)
  const { rows } = await office.money.takings({ ...period, by: 'day' })
  expect(gross).toBe(rows.reduce((all, { netPence }) => all + netPence, 0))
  const { rows: byClass } = await office.money.takingsByClass(period)
  expect(byClass.reduce((all, { netPence }) => all + netPence, 0)).toBe(gross)
  const lines = await linesOf(office, period)
  const inFile = (column: number) =>
    lines.reduce((all, line) => all + Math.round(Number(line[column]) * 100), 0)
  expect(inFile(8)).toBe(gross)
  expect(inFile(10)).toBe(sums.reduce((all, { vatPence }) => all + vatPence, 0))
  // Each row leads to the orders that it adds up.
  const days = { moneyFrom: period.from, moneyTo: period.to }
  const listed = async (filters: Parameters<OfficeApi['orders']['list']>[0]) =>
    (await office.orders.list(filters)).items.map(({ number }) => number).toSorted()
  const inLines = (wanted: string[][]) => [...new Set(wanted.map(line => line[1]))].toSorted()
  for (const { code } of sums)
    expect(await listed({ ...days, vatCode: code })).toEqual(inLines(lines.filter(line => line[6] === code)))
  expect(await listed(days)).toEqual(inLines(lines))
  return sums
}

async function linesOf(office: OfficeApi, period: { from: string; to: string }) {
  const { text } = await office.money.vatFile(period)
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(','))
}

test('the VAT of a period sums to the penny with takings, by code; refunds are rows below zero', async () => {
  const office = await signInAt('2026-12-03T10:00:00Z')
  const offering = await makeOffering(app, { typeName: 'Kites', name: 'Kites', venue: 'Green Hall' })
  const session = await makeSession(app, offering, { pricePence: 850, date: '2027-01-05', capacity: 9 })
  const order = await makeClassOrder(app, { session })
  await pay(order)
  await refund(office, order, 350, 850)
  const pack = await makePackOrder(app, { credits: 10, pricePence: 6001 })
  await pay(pack)
  const december = { from: '2026-12-01', to: '2026-12-31' }
  // 20/120 of £8.50, £3.50 and £60.01, each rounded to the nearest penny.
  expect(await sumsOf(office, december)).toEqual([
    {
      ...{ code: 'standard', percent: 20, receivedPence: 6851, backPence: 350 },
      ...{ grossPence: 6501, vatPence: 142 - 58 + 1000 },
    },
  ])
  const lines = await linesOf(office, december)
  expect(lines.find(line => line[8] === '-3.50')).toEqual([
    ...[
      '2026-12-03',
      String(order.orderNumber),
      expect.any(String),
      'place',
      'Kites',
      'Green Hall',
      'standard',
    ],
    ...[
      '20',
      '-3.50',
      '-2.92',
      '-0.58',
      'card',
      '2026-12-03',
      expect.any(String),
      '2027-01-05',
      'not closed',
    ],
  ])
  expect(lines.map(line => line[3])).toContain('pack')
  await expect(office.money.vat({ from: '2026-12-31', to: '2026-12-01' })).rejects.toThrow('before the first')
  const desk = await app.office('frontDesk')
  await expect(desk.money.vat(december)).rejects.toMatchObject({ officeCode: 403 })
  await expect(desk.money.vatFile(december)).rejects.toMatchObject({ officeCode: 403 })
})

test('money before the first registered day is outside the scope; the money of an order is shared without a remainder', async () => {
  const office = await signInAt('2027-02-03T10:00:00Z')
  const family = await makeFamily(app, { children: 3 })
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { pricePence: 333, date: '2027-03-20' })
  const { number } = await office.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 999, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'council', reference: 'C 1' },
  })
  const receipt = { number, receivedOn: '2027-02-03', reference: 'Bank' }
  await office.orders.receive({ ...receipt, pence: 100, receivedPence: 0 })
  const february = { from: '2027-02-01', to: '2027-02-28' }
  expect(await sumsOf(office, february)).toMatchObject([{ code: 'standard', grossPence: 100 }])
  expect((await linesOf(office, february)).map(line => line[8])).toEqual(['0.33', '0.34', '0.33'])
  await changeRows(app.db, 'business', {}, { vat_registered_on: '2027-02-04' })
  expect(await sumsOf(office, february)).toEqual([
    { code: 'outside', percent: 0, receivedPence: 100, backPence: 0, grossPence: 100, vatPence: 0 },
  ])
  await changeRows(app.db, 'business', {}, { vat_registered_on: null })
})

test('a closed period never changes; later refunds, receipts and corrections fall into the open one', async () => {
  const office = await signInAt('2027-04-10T10:00:00Z')
  const quarter = { from: '2027-04-01', to: '2027-06-30' }
  const session = await makeSession(app, await makeOffering(app), {
    ...{ pricePence: 850, date: '2027-08-05', capacity: 9 },
  })
  const order = await makeClassOrder(app, { session })
  await pay(order)
  await refund(office, order, 100, 850)
  const other = await makeFamily(app, { children: 1 })
  const { number } = await office.deskBookings.place({
    ...{
      accountId: other.accountId,
      childIds: other.childIds,
      offeringId: session.offeringId,
      isTrial: false,
    },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'council', reference: 'C 2' },
  })
  await office.orders.receive({
    number,
    receivedOn: '2027-04-10',
    reference: 'B',
    pence: 500,
    receivedPence: 0,
  })
  // A line from before codes were stored gets its type's code when the period is closed.
  await sql`alter table bookings disable trigger bookings_keep_vat_code`.execute(app.db)
  await changeRows(app.db, 'bookings', { order_id: order.orderId }, { vat_code: null })
  await sql`alter table bookings enable trigger bookings_keep_vat_code`.execute(app.db)
  const shown = { ...quarter, grossPence: 1250, vatPence: 142 - 17 + 83 }
  await expect(office.money.closeVat(shown)).rejects.toMatchObject({
    facts: { fields: { to: vatSentences.stillRuns } },
  })
  const later = await signInAt('2027-07-01T09:00:00Z')
  expect(await later.money.vatPeriods({})).toEqual({ periods: [], closedUntil: null, lastDay: '2027-06-30' })
  await expect(later.money.closeVat({ ...shown, vatPence: 1 })).rejects.toMatchObject({ officeCode: 409 })
  await expect((await app.office('frontDesk')).money.closeVat(shown)).rejects.toMatchObject({
    officeCode: 403,
  })
  await later.money.closeVat(shown)
  expect((await later.money.vatPeriods({})).periods).toMatchObject([{ ...shown, lines: 3 }])
  expect(await rowOf(app.db, 'bookings', { order_id: order.orderId })).toMatchObject({ vat_code: 'standard' })
  const closed = await linesOf(later, quarter)
  expect(closed.map(line => line[15])).toEqual(Array(3).fill('2027-04-01 to 2027-06-30'))

  // A late refund, a correction and another code of the type change nothing in it.
  await refund(later, order, 200, 750)
  const [kept] = await rowsOf(app.db, 'desk_receipts', { amount_pence: 500 })
  await later.orders.correctReceipt({ receiptId: kept?.id ?? 0, receivedPence: 500, reason: 'Wrong family' })
  await expect(
    later.orders.receive({ number, receivedOn: '2027-06-30', reference: 'B', pence: 500, receivedPence: 0 }),
  ).rejects.toMatchObject({ facts: { fields: { receivedOn: dayIsClosed('2027-06-30') } } })
  await changeRows(app.db, 'business', {}, { vat_code: 'exempt' })
  expect(await linesOf(later, quarter)).toEqual(closed)
  expect(await sumsOf(later, quarter)).toMatchObject([{ grossPence: 1250, vatPence: 208 }])
  expect(await sumsOf(later, { from: '2027-07-01', to: '2027-07-31' })).toMatchObject([
    { grossPence: -700, vatPence: -33 - 83 },
  ])
  await changeRows(app.db, 'business', {}, { vat_code: 'standard' })
  await expect(later.money.closeVat({ ...shown, to: '2027-06-30' })).rejects.toMatchObject({
    officeCode: 422,
  })
})

test('a refund that fails after its period was closed stays there, and counts as received when it fails', async () => {
  const office = await signInAt('2027-08-10T10:00:00Z')
  const order = await makeClassOrder(app, { pricePence: 850, date: '2027-12-05' })
  await pay(order)
  await refund(office, order, 300, 850)
  const later = await signInAt('2027-10-01T09:00:00Z')
  const period = { from: '2027-07-01', to: '2027-09-30' }
  const before = await sumsOf(later, period)
  const sum = (name: 'grossPence' | 'vatPence') => before.reduce((all, row) => all + row[name], 0)
  await later.money.closeVat({ ...period, grossPence: sum('grossPence'), vatPence: sum('vatPence') })
  const { provider_ref: ref } = (await rowsOf(app.db, 'refunds')).at(-1) ?? {}
  app.cards.failRefund(ref ?? '')
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await sumsOf(later, period)).toEqual(before)
  expect(await rowsOf(app.db, 'undone_refunds')).toMatchObject([{ amount_pence: 300 }])
  const [october] = await sumsOf(later, { from: '2027-10-01', to: '2027-10-31' })
  expect(october).toMatchObject({ receivedPence: 300, vatPence: expect.any(Number) })
})

test('the database refuses to change money of a closed period', async () => {
  const closing = (statement: ReturnType<typeof sql>) => expect(statement.execute(app.db)).rejects
  await closing(sql`update payments set amount_pence = amount_pence + 1
    where status = 'succeeded' and settled_at < '2027-09-01'`).toThrow('the period is closed')
  await closing(sql`delete from refunds where settled_at < '2027-09-01'`).toThrow('the period is closed')
  await closing(sql`update vat_lines set gross_pence = 0`).toThrow('append-only')
  await closing(sql`delete from vat_periods`).toThrow('append-only')
  await closing(sql`insert into desk_receipts (payment_id, amount_pence, received_on, staff_id, recorded_at)
    select payment_id, 1, '2027-09-30', staff_id, '2027-10-01' from desk_receipts where amount_pence > 0 limit 1`).toThrow(
    'the period is closed',
  )
  await closing(sql`insert into vat_periods (from_day, to_day, closed_at, staff_id, lines, gross_pence, vat_pence)
    select '2028-01-01', '2028-03-31', '2028-04-01', min(id), 0, 0, 0 from staff`).toThrow(
    'periods follow each other',
  )
})

test('a receipt states the VAT that the export counts, also of a closed day, and nothing without registration', async () => {
  const office = await signInAt('2027-11-29T10:00:00Z')
  const order = await makeClassOrder(app, { pricePence: 850, date: '2028-01-05' })
  const { receipt } = order.account.api.ownBookings
  const vat = async () => {
    const { vat, vatNumber } = await receipt({ orderNumber: order.orderNumber })
    return [vatNumber, ...vat]
  }
  expect(await vat()).toEqual([''])
  await pay(order)
  await changeRows(app.db, 'business', {}, { vat_number: 'GB980780684' })
  const paid = { code: 'standard', percent: 20, grossPence: 850, vatPence: 142 }
  expect(await vat()).toEqual(['GB980780684', paid])
  await refund(office, order, 350, 850)
  expect(await vat()).toEqual(['GB980780684', { ...paid, grossPence: 500, vatPence: 142 - 58 }])
  const later = await signInAt('2027-12-02T10:00:00Z')
  const period = { from: '2027-10-01', to: '2027-11-30' }
  const { sums } = await later.money.vat(period)
  const sum = (name: 'grossPence' | 'vatPence') => sums.reduce((all, row) => all + row[name], 0)
  await later.money.closeVat({ ...period, grossPence: sum('grossPence'), vatPence: sum('vatPence') })
  expect(await vat()).toEqual(['GB980780684', { ...paid, grossPence: 500, vatPence: 142 - 58 }])
  await changeRows(app.db, 'business', {}, { is_vat_registered: false, vat_number: '' })
  expect(await vat()).toEqual([''])
  await changeRows(app.db, 'business', {}, { is_vat_registered: true })
})

test('a period without money has a file with its headings alone, for a nil return', async () => {
  const office = await signInAt('2031-01-03T10:00:00Z')
  const { text, fileName } = await office.money.vatFile({ from: '2030-10-01', to: '2030-12-31' })
  expect(fileName).toBe('vat-2030-10-01-to-2030-12-31.csv')
  expect(text.trim().split('\r\n')).toEqual([expect.stringContaining('tax point,order,line')])
})
