import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { moneySentences } from '#domain/office/takings.ts'
import { makeBooking } from '#testing/make-booking.ts'
import { makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

test('occupancy counts taken places by class, weekday, hour, venue, type and term, without cancelled dates', async () => {
  const offering = await makeOffering(app, { typeName: 'Kites', name: 'Kites', venue: 'Green Hall' })
  const full = await makeSession(app, offering, { capacity: 2, date: '2027-05-01', startTime: '10:00' })
  for (let place = 0; place < 2; place++) await makeBooking(app, full.id, await makeFamily(app))
  await makeSession(app, offering, { capacity: 6, date: '2027-05-08', startTime: '10:00' })
  const gone = await makeSession(app, offering, { capacity: 50, date: '2027-05-15' })
  await changeRows(
    app.db,
    'sessions',
    { id: gone.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  const office = await app.office('frontDesk')
  const may = { from: '2027-05-01', to: '2027-05-31' }
  const counts = { dates: 2, taken: 2, capacity: 8 }
  expect(await office.reports.occupancy({ ...may, by: 'classes' })).toEqual([
    { id: offering.id, name: 'Kites at Green Hall, Sat 10:00', ...counts },
  ])
  const nameBy = async (by: 'weekdays' | 'times' | 'venues' | 'types' | 'terms') =>
    (await office.reports.occupancy({ ...may, by })).map(({ id: _, ...row }) => row)
  expect(await nameBy('weekdays')).toEqual([{ name: 'Saturdays', ...counts }])
  expect(await nameBy('times')).toEqual([{ name: 'Saturdays 10:00', ...counts }])
  expect(await nameBy('venues')).toEqual([{ name: 'Green Hall', ...counts }])
  expect(await nameBy('types')).toEqual([{ name: 'Kites', ...counts }])
  expect(await nameBy('terms')).toEqual([{ name: 'No term', ...counts }])
  expect(await office.reports.occupancy({ from: '2027-05-02', to: '2027-05-07', by: 'classes' })).toEqual([])
  const file = await office.reports.occupancyFile({ ...may, by: 'classes' })
  expect(file.text.split('\r\n').slice(1, 2)).toEqual(['"Kites at Green Hall, Sat 10:00",2,2,8'])
})

test('attendance counts the newest mark of each place, and names children absent three times running', async () => {
  app.clock.set('2027-07-01T08:00:00Z')
  const { id: staffId } = (await rowsOf(app.db, 'staff'))[0] ?? { id: 0 }
  const offering = await makeOffering(app, { typeName: 'Drums', name: 'Drums', venue: 'Blue Hall' })
  const [pip, ann] = [await makeFamily(app, { children: 1 }), await makeFamily(app, { children: 1 })]
  const states = [
    ['here', 'here'],
    ['absent', 'late'],
    ['absent', 'left'],
    ['absent', undefined],
  ] as const
  for (const [week, marks] of states.entries()) {
    const date = addDays('2027-06-05', 7 * week)
    const session = await makeSession(app, offering, { capacity: 9, date, startTime: '10:00' })
    for (const [place, state] of marks.entries()) {
      const family = place === 0 ? pip : ann
      const { bookingId } = await makeBooking(app, session.id, family)
      const mark = { session_id: session.id, on_day: date, booking_id: bookingId, staff_id: staffId }
      const write = (state: 'here' | 'absent' | 'late' | 'left', minute: number) => {
        const at = new Date(`${date}T09:0${minute}:00Z`)
        return app.db
          .insertInto('register_marks')
          .values({ ...mark, id: crypto.randomUUID(), state, marked_at: at, received_at: at })
          .execute()
      }
      // A mark can correct another one. A child who has left was here before.
      if (state) await write(state === 'absent' || state === 'left' ? 'here' : 'absent', 1)
      if (state) await write(state, 2)
    }
  }
  const cancelled = await makeSession(app, offering, { capacity: 9, date: '2027-06-06' })
  await changeRows(
    app.db,
    'sessions',
    { id: cancelled.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  await makeSession(app, offering, { capacity: 9, date: '2027-07-03' })
  const office = await app.office('frontDesk')
  const period = { from: '2027-06-01', to: '2027-07-31' }
  const { rows, absentChildren } = await office.reports.attendance(period)
  expect(rows).toEqual([
    {
      ...{ id: offering.id, name: 'Drums at Blue Hall, Sat 10:00', dates: 4, places: 8 },
      ...{ here: 3, late: 1, absent: 3, unmarked: 1, walkIns: 0 },
    },
  ])
  expect(absentChildren).toMatchObject([
    { accountId: pip.accountId, offeringId: offering.id, className: 'Drums at Blue Hall', times: 3 },
  ])
  expect(absentChildren[0]?.lastDay).toBe('2027-06-26')
  expect((await office.reports.attendance({ ...period, to: '2027-06-20' })).absentChildren).toEqual([])
  const file = await office.reports.attendanceFile(period)
  expect(file.text.split('\r\n')[1]).toBe('"Drums at Blue Hall, Sat 10:00",4,8,3,1,3,1,0')
})

test('waiting demand counts the entries of a period by what became of them', async () => {
  app.clock.set('2027-08-10T10:00:00Z')
  const offering = await makeOffering(app, { typeName: 'Chess', name: 'Chess', venue: 'Red Hall' })
  const session = await makeSession(app, offering, { date: '2027-08-21', startTime: '10:00' })
  const entry = async (status: 'waiting' | 'booked' | 'lapsed' | 'withdrawn', sessionId: number | null) => {
    const { accountId } = await makeFamily(app)
    await writeRow(app.db, 'waiting_entries', {
      ...{ kind: 'class', offering_id: offering.id, session_id: sessionId, account_id: accountId },
      ...{ name: 'Ann', email: `${accountId}@example.test`, status, created_at: app.clock.now() },
    })
  }
  await entry('waiting', session.id)
  await entry('waiting', null)
  await entry('lapsed', session.id)
  await entry('withdrawn', session.id)
  const office = await app.office('frontDesk')
  const august = { from: '2027-08-01', to: '2027-08-31' }
  expect(await office.reports.waiting({ ...august, by: 'types' })).toMatchObject([
    { name: 'Chess', asked: 4, waiting: 2, booked: 0, lapsed: 1, left: 1 },
  ])
  expect(await office.reports.waiting({ ...august, by: 'weekdays' })).toMatchObject([
    { name: 'Any date', asked: 1, waiting: 1 },
    { name: 'Saturdays', asked: 3, waiting: 1 },
  ])
  expect(await office.reports.waiting({ from: '2027-07-01', to: '2027-08-09', by: 'types' })).toEqual([])
  const file = await office.reports.waitingFile({ ...august, by: 'types' })
  expect(file.text.split('\r\n')[1]).toBe('Chess,4,2,0,1,1')
})

test('sources count new families by their answer, and what they have paid less refunds', async () => {
  app.clock.set('2027-09-10T10:00:00Z')
  const order = await makeClassOrder(app, { pricePence: 850, date: '2027-12-05' })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const { account_id } = (await rowsOf(app.db, 'orders', { id: order.orderId }))[0] ?? {}
  await changeRows(app.db, 'accounts', { id: Number(account_id) }, { referral_source: 'A friend' })
  await makeFamily(app)
  const office = await app.office('manager')
  const september = { from: '2027-09-10', to: '2027-09-30' }
  expect(await office.reports.sources({ ...september, by: 'answers' })).toEqual([
    { answer: '', month: null, families: 1, buyers: 0, spentPence: 0 },
    { answer: 'A friend', month: null, families: 1, buyers: 1, spentPence: 850 },
  ])
  expect(await office.reports.sources({ ...september, by: 'months' })).toMatchObject([
    { answer: '', month: '2027-09-01' },
    { answer: 'A friend', month: '2027-09-01' },
  ])
  // Each number links to a list of as many families.
  const listed = { sinceFrom: september.from, sinceTo: september.to }
  for (const heardFrom of ['', 'A friend'])
    expect((await office.families.list({ ...listed, heardFrom })).total).toBe(1)
  expect(
    (await office.families.list({ ...listed, heardFrom: 'A friend', sinceFrom: '2027-09-11' })).total,
  ).toBe(0)
  const file = await office.reports.sourcesFile({ ...september, by: 'answers' })
  expect(file.text.split('\r\n').slice(1, 3)).toEqual([',,1,0,0.00', ',A friend,1,1,8.50'])
})

test('the front desk sees no sources, a teacher no report, and an impossible period is refused', async () => {
  const desk = await app.office('frontDesk')
  const may = { from: '2027-05-01', to: '2027-05-31' }
  await expect(desk.reports.sources({ ...may, by: 'answers' })).rejects.toMatchObject({ officeCode: 403 })
  const teacher = await app.office('teacher')
  await expect(teacher.reports.attendance(may)).rejects.toMatchObject({ officeCode: 403 })
  const backwards = { from: '2027-05-31', to: '2027-05-01' }
  const long = { from: '2026-01-01', to: '2027-01-06' }
  for (const read of [
    (period: typeof may) => desk.reports.occupancy({ ...period, by: 'classes' }),
    (period: typeof may) => desk.reports.attendance(period),
    (period: typeof may) => desk.reports.waiting({ ...period, by: 'classes' }),
  ]) {
    await expect(read(backwards)).rejects.toThrow(moneySentences.periodBackwards)
    await expect(read(long)).rejects.toThrow(moneySentences.periodTooLong)
  }
})
