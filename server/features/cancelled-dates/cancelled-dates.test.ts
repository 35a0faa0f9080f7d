import { expect, test } from 'vitest'
import { longDay, timeOfDay } from '#domain/format-dates.ts'
import { cancelDateSentences, type DatesSettled } from '#domain/office/cancelled-dates.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { attendeesOf, bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, openPage, payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const minute = 1.01

async function makeDate(given: Parameters<typeof makeSession>[2] = {}) {
  return makeSession(app, await makeOffering(app), { pricePence: 850, credits: 1, ...given })
}

/** Books places, and pays for them unless they are free. */
async function book(
  family: Family,
  sessions: MadeSession | MadeSession[],
  { paid = true, creditsWanted = 0 } = {},
) {
  const { orderNumber } = await family.api.orders.class.place(
    bookingRequest(family, sessions, { creditsWanted }),
  )
  const { id: orderId, status } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  const order = { orderNumber, orderId, account: family }
  if (paid && status === 'pending') {
    await payByCard(app, order)
    await app.cards.deliverPendingHooks()
  }
  return order
}

async function cancel(
  sessions: MadeSession[],
  settle: DatesSettled = 'card',
  more: { toSessionId?: number; note?: string } = {},
) {
  const office = await app.office('manager')
  const { note = '', ...to } = more
  const asked = { sessionIds: sessions.map(({ id }) => id), settle, ...to }
  const { places, refundedPence, credits, moved, unpaidOrders } = await office.cancelledDates.preview(asked)
  const expected = { places, refundedPence, credits, moved, unpaidOrders }
  const done = await office.cancelledDates.cancel({ ...asked, note, expected })
  return { office, expected, ...done }
}

async function settle() {
  app.clock.advance(minute)
  await app.runJobs()
}

const mailsTo = async (email: string) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).filter(({ subject }) => / cancelled$/.test(subject))
/** Returns the first names of the family's children, as a mail lists them. */
async function firstNamesOf({ accountId }: Family) {
  const children = await rowsOf(app.db, 'children', { account_id: accountId })
  return [...new Set(children.map(child => child.first_name))].join(', ')
}
/** Returns a date as a mail shows it: day, times, class and venue. */
async function factsOf({ id }: { id: number }) {
  const session = await rowOf(app.db, 'sessions', { id })
  const offering = await rowOf(app.db, 'offerings', { id: session.offering_id })
  const { name } = await rowOf(app.db, 'venues', { id: offering.venue_id })
  const from = timeOfDay(session.start_time.slice(0, 5))
  const to = timeOfDay(session.end_time.slice(0, 5))
  return { what: offering.name, when: `${longDay(session.start_date)}, ${from}–${to}`, where: name }
}
async function rowsOfDate(date: { id: number }) {
  const { what, when, where } = await factsOf(date)
  return `What: ${what}\nWhen: ${when}\nWhere: ${where}`
}
const violations = () => findViolations(app.db, app.clock.now())

test('a cancelled date is off sale at once; a minute later it is refunded, and families told once', async () => {
  const date = await makeDate()
  const family = await makeFamily(app, { children: 2 })
  const order = await book(family, date)
  const { office, id, expected } = await cancel([date], 'card', { note: 'The hall is flooded.' })
  expect(expected).toEqual({ places: 2, refundedPence: 1700, credits: 0, moved: 0, unpaidOrders: 0 })
  const other = await makeFamily(app)
  expect(await refusal(other.api.orders.class.place(bookingRequest(other, date)))).toBe(
    'This class was not found',
  )
  await app.runJobs()
  expect(await mailsTo(family.email)).toEqual([])
  expect((await rowOf(app.db, 'orders', { id: order.orderId })).status).toBe('paid')
  const inPlanner = async () => (await office.planner.session({ id: date.id })).cancelled
  expect(await inPlanner()).toMatchObject({ id, families: 1, settled: 0 })
  expect(await violations()).toEqual([])

  await settle()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    status: 'cancelled',
    refunded_pence: 1700,
  })
  expect((await rowOf(app.db, 'sessions', { id: date.id })).places_taken).toBe(0)
  expect(await inPlanner()).toMatchObject({ id, families: 1, settled: 1 })
  const [mail, ...more] = await mailsTo(family.email)
  expect(more).toEqual([])
  expect(mail?.body_text).toContain('will not take place.')
  expect(mail?.body_text).toContain(`${await rowsOfDate(date)}\nFor: ${await firstNamesOf(family)}`)
  expect(mail?.body_text).toContain('£17.00 goes back to your card.')
  expect(mail?.body_text).toContain('The hall is flooded.')
  expect(mail?.calendar_text).toContain('METHOD:CANCEL')
  expect(mail?.calendar_text).toContain('STATUS:CANCELLED')
  const progress = await office.cancelledDates.progress({ id })
  expect(progress).toMatchObject({ isSettling: true, undone: null })
  expect(progress.settledAt).not.toBeNull()
  expect(progress.orders).toMatchObject([
    {
      orderNumber: order.orderNumber,
      isSettled: true,
      refundedPence: 1700,
      refund: 'succeeded',
      isEnded: false,
    },
  ])
  expect(progress.orders[0]?.toldAt).not.toBeNull()
  await settle()
  expect(await mailsTo(family.email)).toHaveLength(1)
  expect(await violations()).toEqual([])
})

test('Undo within the minute restores places, offers and queue, and tells nobody', async () => {
  const date = await makeDate({ capacity: 1 })
  const [holder, first, second] = (await makeFamilies(app, 3)) as [Family, Family, Family]
  const held = await book(holder, date, { paid: false })
  for (const family of [first, second]) {
    await family.api.waitingLists.class.join({
      ...{ offeringId: date.offeringId, sessionId: date.id, attendees: attendeesOf('class', family) },
    })
  }
  await holder.api.orders.class.cancel({ orderNumber: held.orderNumber })
  await app.runJobs()
  const queue = () => rowsOf(app.db, 'waiting_entries', { offering_id: date.offeringId })
  const before = await queue()
  expect(before.map(({ status }) => status).sort()).toEqual(['offered', 'waiting'])
  const { office, id } = await cancel([date])
  await app.runJobs()
  expect(await queue()).toEqual(before)
  await office.cancelledDates.undo({ id })
  expect(await queue()).toEqual(before)
  await settle()
  expect(await queue()).toEqual(before)
  expect(await mailsTo(first.email)).toEqual([])
  expect(await rowOf(app.db, 'sessions', { id: date.id })).toMatchObject({
    status: 'scheduled',
    cancelled_at: null,
  })
  await book(first, date)
  expect(await refusal(office.cancelledDates.undo({ id }))).toMatch(/ did this at \d\d:\d\d$/)
  expect(await violations()).toEqual([])
})

test('Undo hides a date again that was hidden; after the minute nothing can be undone', async () => {
  const date = await makeDate({ status: 'withdrawn' })
  const { office, id } = await cancel([date])
  await office.cancelledDates.undo({ id })
  expect((await rowOf(app.db, 'sessions', { id: date.id })).status).toBe('withdrawn')
  const again = await cancel([date])
  app.clock.advance(minute)
  expect(await refusal(office.cancelledDates.undo({ id: again.id }))).toBe(cancelDateSentences.undoOver)
  await app.runJobs()
  expect(await refusal(office.cancelledDates.undo({ id: again.id }))).toBe(cancelDateSentences.undoOver)
  const putBack = changeRows(app.db, 'sessions', { id: date.id }, { status: 'withdrawn', cancelled_at: null })
  await expect(putBack).rejects.toMatchObject({ constraint: 'sessions_forward_only' })
})

test('Undo is refused when another date now has that time', async () => {
  const offering = await makeOffering(app)
  const date = await makeSession(app, offering, { name: 'One' })
  const { office, id } = await cancel([date])
  await makeSession(app, offering, { name: 'One' })
  expect(await refusal(office.cancelledDates.undo({ id }))).toBe(cancelDateSentences.dateTakenMeanwhile)
  expect((await rowOf(app.db, 'sessions', { id: date.id })).status).toBe('cancelled')
})

test('credits for everybody: money becomes credits, used credits return, trials are refunded', async () => {
  const date = await makeDate({ offersTrial: true, trialPricePence: 400 })
  const [payer, member, trier] = (await makeFamilies(app, 3, { credits: 2 })) as [Family, Family, Family]
  await book(payer, date)
  await book(member, date, { creditsWanted: 1 })
  const { orderNumber } = await trier.api.orders.class.placeTrial(bookingRequest(trier, date))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: trier })
  await app.cards.deliverPendingHooks()
  const office = await app.office('manager')
  const asked = { sessionIds: [date.id] }
  const toCards = await office.cancelledDates.preview({ ...asked, settle: 'card' })
  expect(toCards.settled).toMatchObject([
    { refundedPence: 850, credits: 0, why: '' },
    { refundedPence: 0, credits: 1, why: 'paidWithCredits' },
    { refundedPence: 400, credits: 0, why: '' },
  ])
  // £8.50 and £4.00 earned these.
  expect(toCards.points).toBe(12)
  const asCredits = await office.cancelledDates.preview({ ...asked, settle: 'credits' })
  expect(asCredits.settled.map(({ why }) => why)).toEqual(['', '', 'noCreditPrice'])
  expect(asCredits.points).toBe(4)
  const { expected } = await cancel([date], 'credits')
  expect(expected).toMatchObject({ places: 3, refundedPence: 400, credits: 2 })
  await settle()
  const balances = await Promise.all(
    [payer, member, trier].map(
      async ({ accountId }) => (await rowOf(app.db, 'accounts', { id: accountId })).credit_balance,
    ),
  )
  expect(balances).toEqual([3, 2, 2])
  const [mail] = await mailsTo(member.email)
  expect(mail?.body_text).toContain('1 class credit was added to your account.')
  expect(await violations()).toEqual([])
})

test('everybody who fits moves to another date, and the others are refunded', async () => {
  const date = await makeDate()
  const target = await makeDate({ capacity: 2, pricePence: 1000, date: '2026-12-12' })
  const [one, two, three, booked] = (await makeFamilies(app, 4)) as [Family, Family, Family, Family]
  await book(booked, date)
  await book(booked, target)
  for (const family of [one, two, three]) await book(family, date)
  const { office, id, expected } = await cancel([date], 'move', { toSessionId: target.id })
  expect(expected).toMatchObject({ places: 4, moved: 1, refundedPence: 3 * 850 })
  await settle()
  expect(await rowOf(app.db, 'sessions', { id: target.id })).toMatchObject({ places_taken: 2 })
  const [moved] = await mailsTo(one.email)
  expect(moved?.body_text).toContain(`${await rowsOfDate(date)}\nFor: ${await firstNamesOf(one)}`)
  const { where } = await factsOf(target)
  expect(moved?.body_text).toMatch(
    new RegExp(`We have moved ${await firstNamesOf(one)} to Saturday 12 December 2026, .*${where}`),
  )
  expect(moved?.calendar_text).toContain('METHOD:PUBLISH')
  const [back] = await mailsTo(two.email)
  expect(back?.body_text).toContain('£8.50 goes back to your card.')
  const { orders } = await office.cancelledDates.progress({ id })
  expect(orders.map(each => each.moved).sort()).toEqual([0, 0, 0, 1])
  expect(await violations()).toEqual([])
})

test('an unpaid order ends as a whole, its family reads what remains, a late payment is settled', async () => {
  const offering = await makeOffering(app)
  const [date, other] = [
    await makeSession(app, offering),
    await makeSession(app, offering, { date: '2026-12-02' }),
  ]
  const [unpaid, paying] = (await makeFamilies(app, 2)) as [Family, Family]
  const pending = await book(unpaid, [date, other], { paid: false })
  const late = await book(paying, date, { paid: false })
  await openPage(app, pending)
  const page = await openPage(app, late)
  const { expected } = await cancel([date])
  expect(expected).toMatchObject({ places: 2, refundedPence: 0, unpaidOrders: 2 })
  await clickCardPageButton(page, 'pay')
  await settle()
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { id: pending.orderId })).toMatchObject({
    status: 'cancelled',
    paid_pence: 0,
  })
  expect(await rowOf(app.db, 'orders', { id: late.orderId })).toMatchObject({
    ...{ status: 'cancelled', paid_pence: 1250, refunded_pence: 1250 },
  })
  const [mail, ...more] = await mailsTo(unpaid.email)
  expect(more).toEqual([])
  expect(mail?.body_text).toContain('You have not been charged.')
  expect(mail?.body_text).toMatch(/can still be booked:\s+What: .*\s+When: Wednesday 2 December/)
  expect((await mailsTo(paying.email))[0]?.body_text).toContain('£12.50 goes back to your card.')
  expect(await violations()).toEqual([])
})

test('a snow day sends one mail to each family for all dates, and one refund to each card', async () => {
  const dates = [await makeDate(), await makeDate({ startTime: '12:00', endTime: '13:00' })]
  const family = await makeFamily(app)
  for (const date of dates) await book(family, date)
  const { expected } = await cancel(dates)
  expect(expected).toMatchObject({ places: 2, refundedPence: 1700 })
  await settle()
  const [mail, ...more] = await mailsTo(family.email)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Your classes on .* are cancelled$/)
  expect(mail?.body_text).toContain('£17.00 goes back to your card.')
  expect(await violations()).toEqual([])
})

test('a refund of a disputed payment waits until that is decided, and its page says why', async () => {
  const date = await makeDate()
  const family = await makeFamily(app)
  const order = await book(family, date)
  const payment = await rowOf(app.db, 'payments', { order_id: order.orderId })
  app.cards.openDispute(payment.payment_ref)
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const { office, id } = await cancel([date])
  await settle()
  const { orders } = await office.cancelledDates.progress({ id })
  expect(orders).toMatchObject([{ refundedPence: 850, refund: 'disputed', isSettled: true }])
  app.cards.closeDispute(payment.payment_ref, 'won')
  await app.cards.deliverPendingHooks()
  await app.runJobs()
  const { orders: after } = await office.cancelledDates.progress({ id })
  expect(after).toMatchObject([{ refundedPence: 850, refund: 'succeeded' }])
  expect(await violations()).toEqual([])
})

test('waiting families are removed and told, and an open offer ends', async () => {
  const date = await makeDate({ capacity: 1 })
  const [holder, waiter] = (await makeFamilies(app, 2)) as [Family, Family]
  await book(holder, date)
  await waiter.api.waitingLists.class.join({
    ...{ offeringId: date.offeringId, sessionId: date.id, attendees: attendeesOf('class', waiter) },
  })
  await cancel([date])
  await settle()
  expect(await rowsOf(app.db, 'waiting_entries', { offering_id: date.offeringId })).toMatchObject([
    { status: 'withdrawn' },
  ])
  expect((await mailsTo(waiter.email))[0]?.body_text).toContain('is no longer on its waiting list')
  expect(await violations()).toEqual([])
})

test('a cancelled place cannot be rescheduled by its family', async () => {
  const offering = await makeOffering(app)
  const [date, other] = [
    await makeSession(app, offering),
    await makeSession(app, offering, { date: '2026-12-02' }),
  ]
  const family = await makeFamily(app)
  await book(family, date)
  const { id: bookingId } = await rowOf(app.db, 'bookings', { session_id: date.id })
  await cancel([date])
  const move = family.api.rescheduling.class.move({ bookingId, sessionId: other.id })
  expect(await refusal(move)).toBe(sentences.notReschedulable)
})

test('a guest without an email is listed for a phone call, and ticked off', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const date = await makeSession(app, offering, { pricePence: 0 })
  await app.visitor.orders.parentSession.place(
    bookingRequest({ childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }, date),
  )
  const [order] = await rowsOf(app.db, 'orders', { guest_name: 'Gwen Hale' })
  await changeRows(app.db, 'orders', { id: order?.id as number }, { guest_email: '' })
  const { office, id } = await cancel([date])
  await settle()
  const [row] = (await office.cancelledDates.progress({ id })).orders
  expect(row).toMatchObject({ name: 'Gwen Hale', email: '', rungAt: null })
  await office.cancelledDates.rung({ id, orderId: row?.orderId as number, isRung: true })
  expect((await office.cancelledDates.progress({ id })).orders[0]?.rungAt).not.toBeNull()
})

test('a date is cancelled once, only with the shown figures, and only before it begins', async () => {
  const date = await makeDate()
  const office = await app.office('owner')
  const expected = { places: 0, refundedPence: 0, credits: 0, moved: 0, unpaidOrders: 0 }
  const asked = { sessionIds: [date.id], settle: 'card' as const, note: '', expected }
  await book(await makeFamily(app), date)
  expect(await refusal(office.cancelledDates.cancel(asked))).toBe(
    'The figures have changed. Please look again',
  )
  const right = { ...asked, expected: { ...expected, places: 1, refundedPence: 850 } }
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => refusal(office.cancelledDates.cancel(right))),
  )
  expect(presses.filter(said => / did this at /.test(said ?? ''))).toHaveLength(4)
  const draft = await makeDate({ status: 'draft' })
  expect(await refusal(office.cancelledDates.preview({ sessionIds: [draft.id], settle: 'card' }))).toBe(
    cancelDateSentences.isDraft,
  )
  expect(await refusal(office.cancelledDates.preview({ sessionIds: [999_999], settle: 'card' }))).toBe(
    plannerSentences.notFound,
  )
  expect(await refusal(office.cancelledDates.progress({ id: 999_999 }))).toBe(cancelDateSentences.notFound)
  const begun = await makeDate({ date: '2026-11-20' })
  expect(await refusal(office.cancelledDates.preview({ sessionIds: [begun.id], settle: 'card' }))).toBe(
    cancelDateSentences.hasBegun,
  )
  const far = await makeDate()
  const move = { sessionIds: [far.id], settle: 'move' as const }
  expect(await refusal(office.cancelledDates.preview(move))).toBe(cancelDateSentences.chooseTarget)
  expect(await refusal(office.cancelledDates.preview({ ...move, toSessionId: far.id }))).toBe(
    cancelDateSentences.targetUnfit,
  )
})
