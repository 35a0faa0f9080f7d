import { expect, test } from 'vitest'
import { moveSentences } from '#domain/office/order-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')

/** Books a child into a date, in cash or with credits. */
async function bookPlace(family: Family, session: MadeSession, paid: { pence: number; credits?: number }) {
  const { pence, credits = 0 } = paid
  const { number } = await desk.deskBookings.place({
    ...{ accountId: family.accountId, offeringId: session.offeringId, childIds: family.childIds },
    ...{ sessionIds: [session.id], isTrial: false, raises: [], reference: '' },
    ...(credits > 0 ? { pay: 'credits' } : { pay: 'desk', method: 'cash' }),
    expected: { totalPence: pence, creditsUsed: credits },
  })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  return { number, orderId, bookingId }
}

const sessionOf = async (bookingId: number) => (await rowOf(app.db, 'bookings', { id: bookingId })).session_id
const takenOf = async ({ id }: MadeSession) => (await rowOf(app.db, 'sessions', { id })).places_taken

test('the front desk moves a place at the same price and back, and the family is told', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const from = await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-05' })
  const to = await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-12' })
  const full = await makeSession(app, offering, { capacity: 0, pricePence: 850, date: '2026-12-19' })
  const { number, orderId, bookingId } = await bookPlace(family, from, { pence: 850 })
  const { dates, paidPence } = await desk.orders.previewMove({ bookingId })
  expect(paidPence).toBe(850)
  expect(dates.map(({ sessionId, problem, isOtherPrice }) => [sessionId, problem, isOtherPrice])).toEqual([
    [from.id, moveSentences.present, false],
    [to.id, '', false],
    [full.id, moveSentences.full, false],
  ])
  const move = (sessionId: number) => desk.orders.move({ bookingId, sessionId, reason: '' })
  expect(await refusal(move(full.id))).toBe(sentences.full)
  await move(to.id)
  await app.runJobs()
  expect([await sessionOf(bookingId), await takenOf(from), await takenOf(to)]).toEqual([to.id, 0, 1])
  const mails = await rowsOf(app.db, 'mails', { to_email: family.email })
  expect(mails.map(({ subject }) => subject)).toContain('Your booking has been moved')
  const { events } = await desk.orders.get({ number })
  expect(events.find(({ what }) => what === 'moved')).toMatchObject({ by: 'office', byName: 'Ann Perry' })
  expect(await rowOf(app.db, 'staff_actions', { action: 'booking.move' })).toMatchObject({
    ...{ subject_id: orderId, account_id: family.accountId },
    facts: { booking: bookingId, from: from.id, to: to.id },
  })
  await move(from.id)
  expect([await sessionOf(bookingId), await takenOf(from), await takenOf(to)]).toEqual([from.id, 1, 0])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('at another price a manager gives the difference back or waives it, with a reason', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const from = await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-05' })
  const cheaper = await makeSession(app, offering, { capacity: 5, pricePence: 600, date: '2026-12-12' })
  const { orderId, bookingId } = await bookPlace(family, from, { pence: 850 })
  const { dates, leftPence, isPaidAtDesk } = await manager.orders.previewMove({ bookingId })
  expect(dates.at(1)).toMatchObject({ isOtherPrice: true, problem: '', backPence: 250, backCredits: 0 })
  expect(isPaidAtDesk).toBe(true)
  const press = {
    ...{ bookingId, sessionId: cheaper.id, reason: 'Too early for her' },
    ...{ pence: 250, credits: 0, leftPence, method: 'cash' as const, reference: 'Receipt 4' },
  }
  expect(await refusal(desk.orders.move({ bookingId, sessionId: cheaper.id, reason: '' }))).toBe(
    sentences.notChoosable,
  )
  expect(await refusal(desk.orders.moveAtOtherPrice(press))).toBe(officeSentences.notYours)
  expect(await refusal(manager.orders.moveAtOtherPrice({ ...press, reason: '' }))).toBe(
    officeSentences.sayWhy,
  )
  expect(await refusal(manager.orders.moveAtOtherPrice({ ...press, pence: 900 }))).toMatch(/£8\.50/)
  expect(await sessionOf(bookingId)).toBe(from.id)
  await manager.orders.moveAtOtherPrice(press)
  expect(await sessionOf(bookingId)).toBe(cheaper.id)
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({ refunded_pence: 250 })
  // Moving back to the more expensive date charges nothing.
  await manager.orders.moveAtOtherPrice({
    ...{ ...press, sessionId: from.id, pence: 0, reference: '', leftPence: 600 },
    reason: 'Our mistake',
  })
  expect(await sessionOf(bookingId)).toBe(from.id)
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({ refunded_pence: 250 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a place paid with credits gets the difference back in credits, and never more than it used', async () => {
  const family = await makeFamily(app, { credits: 3 })
  const offering = await makeOffering(app)
  const from = await makeSession(app, offering, { capacity: 5, pricePence: 850, credits: 2 })
  const cheaper = await makeSession(app, offering, {
    ...{ capacity: 5, pricePence: 600, credits: 1, date: '2026-12-12' },
  })
  const { bookingId } = await bookPlace(family, from, { pence: 0, credits: 2 })
  const { dates, leftPence } = await manager.orders.previewMove({ bookingId })
  expect(dates.at(1)).toMatchObject({ isOtherPrice: true, backPence: 0, backCredits: 1 })
  const press = {
    ...{ bookingId, sessionId: cheaper.id, reason: 'Too early for her' },
    ...{ pence: 0, credits: 3, leftPence, method: 'card' as const, reference: '' },
  }
  expect(await refusal(manager.orders.moveAtOtherPrice(press))).toBe(moveSentences.moreCredits)
  await manager.orders.moveAtOtherPrice({ ...press, credits: 1 })
  expect(await sessionOf(bookingId)).toBe(cheaper.id)
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 2 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('staff move a place against the rules of a class with a reason, and only to a class of the same kind', async () => {
  const family = await makeFamily(app)
  const from = await makeSession(app, await makeOffering(app), { capacity: 5, pricePence: 850 })
  const offering = await makeOffering(app)
  const to = await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-12' })
  await changeRows(app.db, 'offerings', { id: offering.id }, { is_members_only: true })
  const { bookingId } = await bookPlace(family, from, { pence: 850 })
  const { dates } = await desk.orders.previewMove({ bookingId, offeringId: offering.id })
  expect(dates).toMatchObject([{ sessionId: to.id, problem: '', refused: sentences.membersOnly }])
  const move = (reason: string) => desk.orders.move({ bookingId, sessionId: to.id, reason })
  expect(await refusal(move(''))).toBe(sentences.membersOnly)
  await move('Her cousin is there')
  expect(await sessionOf(bookingId)).toBe(to.id)
  const evening = await makeOffering(app, { kind: 'parentSession' })
  expect(await refusal(desk.orders.previewMove({ bookingId, offeringId: evening.id }))).toBe(
    moveSentences.otherKind,
  )
  expect(await refusal(desk.orders.previewMove({ bookingId: 999_999 }))).toBe(moveSentences.noPlace)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('each date of a move names the child’s other place at that time, and can still be chosen', async () => {
  const family = await makeFamily(app, { children: 2 })
  const [isla = 0, ben = 0] = family.childIds
  await changeRows(app.db, 'children', { id: isla }, { first_name: 'Isla' })
  const ofIsla = { ...family, childIds: [isla] }
  const offering = await makeOffering(app, { typeName: 'Tumbling' })
  const date = { capacity: 5, pricePence: 850 }
  const from = await makeSession(app, offering, { ...date, date: '2026-12-05' })
  // At the same time as the old place, which the move ends.
  const later = { date: '2026-12-05', startTime: '10:15', endTime: '11:00' }
  const sameDay = await makeSession(app, offering, { ...date, ...later })
  const to = await makeSession(app, offering, { ...date, date: '2026-12-12' })
  const free = await makeSession(app, offering, { ...date, date: '2026-12-19' })
  const band = await makeOffering(app, { typeName: 'Kitchen Band' })
  const times = { date: '2026-12-12', startTime: '09:45', endTime: '10:15' }
  const held = await makeSession(app, band, { ...date, ...times })
  // Another child's place is not in the way.
  const others = await makeSession(app, band, { ...date, date: '2026-12-19' })
  const { bookingId } = await bookPlace(ofIsla, from, { pence: 850 })
  const { bookingId: inTheWay } = await bookPlace(ofIsla, held, { pence: 850 })
  await bookPlace({ ...family, childIds: [ben] }, others, { pence: 850 })
  const clashes = async (asked: { bookingId: number; offeringId?: number }) =>
    (await desk.orders.previewMove(asked)).dates.map(one => [one.sessionId, one.problem, one.clashes])
  const sentence = 'Isla is already booked into Kitchen Band at 09:45 that day'
  expect(await clashes({ bookingId })).toEqual([
    [from.id, moveSentences.present, []],
    [sameDay.id, '', []],
    [to.id, '', [sentence]],
    [free.id, '', []],
  ])
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.orders.previewMove({ bookingId }))).toBe(officeSentences.notYours)
  // Neither the date that the place leaves nor the place itself is a clash.
  const { dates } = await desk.orders.previewMove({ bookingId: inTheWay, offeringId: offering.id })
  expect(dates.find(({ sessionId }) => sessionId === to.id)?.clashes).toEqual([])
  expect(dates.find(({ sessionId }) => sessionId === sameDay.id)?.clashes).toEqual([
    expect.stringMatching(/^Isla is already booked into Tumbling at 10:00 that day$/),
  ])
  await desk.orders.move({ bookingId, sessionId: to.id, reason: '' })
  expect(await sessionOf(bookingId)).toBe(to.id)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('of a guest without an email address the move and the order say whom to ring', async () => {
  const evening = await makeOffering(app, { kind: 'parentSession' })
  const date = { capacity: 5, pricePence: 600, date: '2026-12-05' }
  const from = await makeSession(app, evening, date)
  const place = async (fullName: string, email: string) => {
    const attendees = { who: 'contact' as const, fullName, email, phone: '07700 900252' }
    const { orderNumber: number } = await app.visitor.orders.parentSession.place({
      ...{ offeringId: evening.id, sessionIds: [from.id], discountCode: '', attendees },
    })
    const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
    const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
    await desk.orders.payAtDesk({ number, method: 'cash', reference: '' })
    return { number, bookingId }
  }
  const silent = await place('Gwen Hale', '')
  expect(await desk.orders.previewMove({ bookingId: silent.bookingId })).toMatchObject({
    ringOn: '07700 900252',
  })
  expect((await desk.orders.get({ number: silent.number })).guest).toMatchObject({
    ...{ email: '', phone: '07700 900252' },
  })
  const reached = await place('Ida Hale', 'ida@example.test')
  expect(await desk.orders.previewMove({ bookingId: reached.bookingId })).toMatchObject({ ringOn: '' })
})

test('a parent’s own place never clashes, because it has no child', async () => {
  const evening = await makeOffering(app, { kind: 'parentSession' })
  const date = { capacity: 5, pricePence: 600 }
  const [from, to] = [
    await makeSession(app, evening, { ...date, date: '2026-12-05' }),
    await makeSession(app, evening, { ...date, date: '2026-12-12' }),
  ]
  const family = { ...(await makeFamily(app)), childIds: [] }
  const { bookingId } = await bookPlace(family, from, { pence: 600 })
  const { dates } = await desk.orders.previewMove({ bookingId })
  expect(dates.map(({ sessionId, clashes }) => [sessionId, clashes])).toEqual([
    [from.id, []],
    [to.id, []],
  ])
})

test('a date lists its places by name, to move one of them, until it begins', async () => {
  const offering = await makeOffering(app)
  const soon = { date: '2026-11-23', startTime: '09:30', endTime: '10:30' }
  const session = await makeSession(app, offering, { capacity: 5, pricePence: 850, ...soon })
  const to = await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-13' })
  const families = [await makeFamily(app), await makeFamily(app)] as const
  for (const [at, { childId }] of families.entries())
    await changeRows(app.db, 'children', { id: childId }, { first_name: ['Zoe', 'Ann'][at] as string })
  const booked = []
  for (const family of families) booked.push(await bookPlace(family, session, { pence: 850 }))
  const listed = () => desk.orders.placesOfDate({ sessionId: session.id })
  expect(await listed()).toMatchObject([
    { bookingId: booked[1]?.bookingId, orderNumber: booked[1]?.number, state: 'confirmed' },
    { bookingId: booked[0]?.bookingId, orderNumber: booked[0]?.number },
  ])
  await desk.orders.move({ bookingId: booked[1]?.bookingId ?? 0, sessionId: to.id, reason: '' })
  expect((await listed()).map(({ bookingId }) => bookingId)).toEqual([booked[0]?.bookingId])
  const teacher = await app.office('teacher')
  expect(await refusal(teacher.orders.placesOfDate({ sessionId: session.id }))).toBe(officeSentences.notYours)
  await app.runJobs()
  app.clock.advance(60)
  expect(await listed()).toEqual([])
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
