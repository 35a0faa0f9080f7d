import { expect, test } from 'vitest'
import { type PlaceRefund, refundInWords } from '#domain/refund-words.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { type MadeOrder, makeClassOrder, payByCard } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'
import { type DescribedPlace, describeOrder, placeLine } from './describe-order.ts'

const app = await startTestApp()

/** Makes a paid order of a family for this many children in one session. */
async function paidPlaces({
  children = 2,
  pricePence = 850,
  capacity = 10,
  credits = 0,
  sessionCredits = 1,
  discountCode = '',
  date = '2026-12-20',
} = {}) {
  const family = await makeFamily(app, { children, credits })
  const session = await makeSession(app, await makeOffering(app), {
    ...{ pricePence, capacity, date, credits: sessionCredits },
  })
  const { orderNumber } = await family.api.orders.class.place(
    bookingRequest(family, session, { discountCode }),
  )
  const { id: orderId, total_pence: totalPence } = await rowOf(app.db, 'orders', {
    order_number: orderNumber,
  })
  const order: MadeOrder = { orderNumber, orderId, account: family }
  if (totalPence > 0) {
    await payByCard(app, order)
    await app.cards.deliverPendingHooks()
  }
  return { ...order, family, session }
}

type Office = Awaited<ReturnType<TestApp['office']>>

/** Returns what the office's page sends: the proposals, with the test's changes. */
async function ask(
  office: Office,
  number: string,
  change: Partial<{ refundPence: number; rest: 'credits' | 'kept'; returnCredits: boolean }> = {},
  howMany = 1,
) {
  const { places } = await office.orders.previewCancel({ number })
  const chosen = places.slice(0, howMany)
  const sent = chosen.map(({ bookingId, proposed, payablePence }) => {
    const refundPence = change.refundPence ?? proposed.refundedPence
    const rest = change.rest ?? (proposed.asCreditsPence > 0 ? ('credits' as const) : ('kept' as const))
    const returnCredits = change.returnCredits ?? proposed.creditsReturned > 0
    return { bookingId, refundPence, rest, returnCredits, payablePence }
  })
  const restPence = sent.reduce((all, place) => all + place.payablePence - place.refundPence, 0)
  const isCredited = sent[0]?.rest === 'credits'
  const returned = chosen.reduce((all, place) => all + place.creditsUsed, 0)
  return {
    number,
    places: sent.map(({ payablePence, ...place }) => place),
    method: 'card' as const,
    reference: '',
    reason: 'She rang us',
    expected: {
      refundedPence: sent.reduce((all, place) => all + place.refundPence, 0),
      keptPence: isCredited ? 0 : restPence,
      credits: (isCredited && restPence > 0 ? sent.length : 0) + (sent[0]?.returnCredits ? returned : 0),
    },
  }
}

const outcome = async ({ orderId, family }: Awaited<ReturnType<typeof paidPlaces>>) => ({
  order: await rowOf(app.db, 'orders', { id: orderId }),
  account: await rowOf(app.db, 'accounts', { id: family.accountId }),
  bookings: (await rowsOf(app.db, 'bookings', { order_id: orderId })).map(({ status }) => status).sort(),
  refunds: await rowsOf(app.db, 'refunds'),
})

test('one of two paid places is cancelled by the policy: credit back, place free, family told', async () => {
  const made = await paidPlaces()
  const office = await app.office('owner')
  const done = await office.orders.cancelPlaces(await ask(office, made.orderNumber))
  expect(done).toEqual({ totals: { refundedPence: 0, keptPence: 0, credits: 1 }, isOrderOver: false })
  const { order, account, bookings } = await outcome(made)
  expect(order).toMatchObject({ status: 'paid', refunded_pence: 0 })
  expect(account.credit_balance).toBe(1)
  expect(bookings).toEqual(['cancelled', 'confirmed'])
  expect((await rowOf(app.db, 'sessions', { id: made.session.id })).places_taken).toBe(1)
  const [told] = await rowsOf(app.db, 'mails', {
    to_email: made.family.email,
    subject: 'Your booking has been cancelled',
  })
  expect(told?.body_text).toContain('1 class credit was added to your account.')
  const shown = await office.orders.get({ number: made.orderNumber })
  expect(shown.money).toMatchObject({
    cameInPence: 1700,
    staysPence: 850,
    asCreditsPence: 850,
    leftPence: 850,
  })
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the family, or a guest, sees the cancelled place as cancelled and the rest as booked', async () => {
  const made = await paidPlaces()
  const office = await app.office('owner')
  const { orderNumber, family, session } = made
  await office.orders.cancelPlaces(await ask(office, orderNumber))
  const stateOf = ({ state }: { state?: 'cancelled' | undefined }) => state ?? 'booked'
  const details = await family.api.orders.class.details({ orderNumber })
  expect(details.sessions.map(stateOf)).toEqual(['cancelled', 'booked'])
  expect(details.summary.child).toBe(details.sessions[1]?.child)
  const listed = await family.api.orders.class.list({ page: 1, limit: 10 })
  expect(listed.items[0]?.summary.child).toBe(details.sessions[1]?.child)
  const receipt = await family.api.ownBookings.receipt({ orderNumber })
  expect(receipt.places.map(stateOf)).toEqual(['cancelled', 'booked'])
  const left = [details.sessions[1]?.bookingId]
  const next = await family.api.ownBookings.upNext({})
  expect(next.places.map(({ bookingId }) => bookingId)).toEqual(left)
  const week = await family.api.offerings.class.ownTimetable({
    startDate: '2026-12-14',
    endDate: '2026-12-20',
  })
  expect(week.flatMap(day => day.sessions).map(({ bookingId }) => bookingId)).toEqual(left)
  const register = await office.registers.get({ sessionId: session.id })
  expect(register.rows.map(({ bookingId }) => bookingId)).toEqual(left)
  const story = await describeOrder(app.db, made.orderId)
  expect(story.places.map(({ isCancelled }) => isCancelled)).toEqual([true, false])
  expect(story.lines).toEqual([placeLine(story.places[1] as DescribedPlace)])
})

test('the family reads the refund of a place in the order, the receipt and the data download', async () => {
  const made = await paidPlaces()
  const { orderNumber, family } = made
  const office = await app.office('owner')
  await office.orders.cancelPlaces(await ask(office, orderNumber, { refundPence: 850, rest: 'kept' }))
  const read = async () => {
    const { sessions } = await family.api.orders.class.details({ orderNumber })
    const listed = await family.api.orders.class.list({ page: 1, limit: 10 })
    const receipt = await family.api.ownBookings.receipt({ orderNumber })
    return { ...receipt, lists: [sessions, listed.items[0]?.sessions, receipt.places] }
  }
  const words = (refund: PlaceRefund | undefined) => refund && refundInWords(refund)
  for (const places of (await read()).lists) {
    expect(places?.map(({ refund }) => words(refund))).toEqual([
      '£8.50 is on its way to your card',
      undefined,
    ])
  }
  await app.runJobs()
  const { lists, refundedPence } = await read()
  for (const places of lists) expect(words(places?.[0]?.refund)).toBe('£8.50 refunded to your card')
  expect(refundedPence).toBe(850)
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.cancelledPlaces).toMatchObject([{ refunded_pence: 850, kept_pence: 0, credits_returned: 0 }])
  expect(copy.refunds).toMatchObject([{ amount_pence: 850, status: 'succeeded' }])
  expect(copy.orders).toMatchObject([{ paid_pence: 1700, refunded_pence: 850 }])
})

test('returned credits are shown beside the place, and a stranger reads nothing about it', async () => {
  const made = await paidPlaces({ children: 1, credits: 1 })
  const { orderNumber, family } = made
  const office = await app.office('owner')
  await office.orders.cancelPlaces(
    await ask(office, orderNumber, { refundPence: 0, rest: 'kept', returnCredits: true }),
  )
  const { places, paidAt, status } = await family.api.ownBookings.receipt({ orderNumber })
  expect([status, paidAt !== null]).toEqual(['cancelled', true])
  expect(places.map(({ refund }) => refund && refundInWords(refund))).toEqual(['1 credit returned'])
  const stranger = await makeFamily(app)
  await expect(stranger.api.ownBookings.receipt({ orderNumber })).rejects.toThrow('This order was not found')
})

test('all places are cancelled with a card refund: one refund, no points left, order ended', async () => {
  const made = await paidPlaces()
  const office = await app.office('owner')
  const before = (await outcome(made)).account.points_balance
  await office.orders.cancelPlaces(await ask(office, made.orderNumber, { refundPence: 850, rest: 'kept' }, 2))
  expect((await outcome(made)).account.points_balance).toBe(before - 17)
  await app.runJobs()
  const { order, bookings } = await outcome(made)
  expect(order).toMatchObject({ status: 'cancelled', cancel_reason: 'staff', refunded_pence: 1700 })
  expect(bookings).toEqual(['cancelled', 'cancelled'])
  expect(await rowsOf(app.db, 'refunds', { kind: 'cancelled', amount_pence: 1700 })).toMatchObject([
    { status: 'succeeded', method: 'card' },
  ])
  expect((await office.orders.get({ number: made.orderNumber })).order.state).toBe('cancelled')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test("credits that paid for a place are returned; the last place also returns the code's use", async () => {
  await makeDiscountCode(app, { code: 'CANCELS', percent: 10, kinds: ['class'], max_uses: 1 })
  const made = await paidPlaces({
    children: 1,
    pricePence: 2000,
    credits: 1,
    sessionCredits: 2,
    discountCode: 'CANCELS',
  })
  const office = await app.office('manager')
  await office.orders.cancelPlaces(
    await ask(office, made.orderNumber, { refundPence: 900, rest: 'kept', returnCredits: true }),
  )
  const { account, order } = await outcome(made)
  expect(account.credit_balance).toBe(1)
  expect(order.status).toBe('cancelled')
  expect((await rowOf(app.db, 'discount_codes', { code: 'CANCELS' })).uses).toBe(0)
  await app.runJobs()
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a freed place is offered to the first who waits, in the same transaction', async () => {
  const made = await paidPlaces({ children: 1, capacity: 1 })
  const waiting = await makeFamily(app)
  const { id: sessionId, offeringId } = made.session
  await waiting.api.waitingLists.class.join({
    offeringId,
    sessionId,
    attendees: { who: 'children', childIds: [waiting.childId] },
  })
  const office = await app.office('manager')
  await office.orders.cancelPlaces(await ask(office, made.orderNumber))
  const session = await rowOf(app.db, 'sessions', { id: sessionId })
  expect(session).toMatchObject({ places_taken: 0, places_offered: 1 })
})

test('a refund by hand is complete at once, with its reference', async () => {
  const made = await paidPlaces({ children: 1 })
  const office = await app.office('manager')
  const asked = await ask(office, made.orderNumber, { refundPence: 850, rest: 'kept' })
  await expect(office.orders.cancelPlaces({ ...asked, method: 'cash' })).rejects.toThrow('receipt number')
  await office.orders.cancelPlaces({ ...asked, method: 'cash', reference: 'Receipt 12' })
  expect((await outcome(made)).order).toMatchObject({ status: 'cancelled', refunded_pence: 850 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a place that cannot be cancelled is refused with a sentence and nothing changes', async () => {
  const made = await paidPlaces()
  const other = await paidPlaces({ children: 1 })
  const unpaid = await makeClassOrder(app)
  const [office, desk] = [await app.office('manager'), await app.office('frontDesk')]
  const asked = await ask(office, made.orderNumber)
  const others = await ask(office, other.orderNumber)
  const before = await outcome(made)
  const refused = async (input: typeof asked, sentence: string, by = office) =>
    await expect(by.orders.cancelPlaces(input)).rejects.toThrow(sentence)
  await refused({ ...asked, reason: ' ' }, 'Please say why')
  await refused({ ...asked, places: [] }, 'Please choose at least one place')
  await refused({ ...asked, places: others.places }, 'This class was not found')
  await refused({ ...asked, places: [...asked.places, ...asked.places] }, 'This class was not found')
  await refused({ ...asked, number: 'XXX' }, 'This order was not found')
  await refused({ ...asked, number: unpaid.orderNumber }, 'has not been paid')
  await refused({ ...asked, expected: { ...asked.expected, credits: 9 } }, 'The figures have changed')
  const [place] = asked.places
  await refused(
    { ...asked, places: [{ ...(place as never as object), refundPence: 851 } as never] },
    'At most £8.50',
  )
  await refused(asked, 'Your role does not allow this', desk)
  expect(await outcome(made)).toEqual(before)
  await office.orders.cancelPlaces(asked)
  await refused(asked, 'Ann Perry did this at')
})

test("a place in a class that has begun is not cancelled, not even on a camp's second day", async () => {
  const made = await paidPlaces({ children: 1, date: '2026-12-20' })
  const office = await app.office('manager')
  const asked = await ask(office, made.orderNumber)
  const { starts_at: startsAt } = await rowOf(app.db, 'sessions', { id: made.session.id })
  const now = app.clock.now()
  app.clock.set(startsAt)
  await expect((await app.office('manager')).orders.cancelPlaces(asked)).rejects.toThrow('has begun')
  app.clock.set(now)
})

test('a settled place is never restored', async () => {
  const made = await paidPlaces({ children: 1 })
  const office = await app.office('manager')
  await office.orders.cancelPlaces(await ask(office, made.orderNumber))
  await expect(
    changeRows(app.db, 'bookings', { order_id: made.orderId }, { status: 'held' }),
  ).rejects.toThrow('was settled')
})

test('the office ends an unpaid order, and the family is told', async () => {
  const unpaid = await makeClassOrder(app)
  const [desk, teacher] = [await app.office('frontDesk'), await app.office('teacher')]
  const asked = { number: unpaid.orderNumber, reason: 'They rang' }
  await expect(teacher.orders.end(asked)).rejects.toThrow('Your role does not allow this')
  await expect(desk.orders.end({ ...asked, reason: '' })).rejects.toThrow('Please say why')
  await desk.orders.end(asked)
  expect(await rowOf(app.db, 'orders', { id: unpaid.orderId })).toMatchObject({
    status: 'cancelled',
    cancel_reason: 'staff',
  })
  await expect(desk.orders.end(asked)).rejects.toThrow('This order can no longer be cancelled')
  await app.runJobs()
  expect(
    await rowsOf(app.db, 'mails', {
      subject: 'Your order has been cancelled',
      to_email: unpaid.account.email,
    }),
  ).toHaveLength(1)
  const paid = await paidPlaces({ children: 1 })
  await expect(desk.orders.end({ ...asked, number: paid.orderNumber })).rejects.toThrow(
    'can no longer be cancelled',
  )
})
