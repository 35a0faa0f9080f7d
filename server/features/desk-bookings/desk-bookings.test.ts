import { expect, test } from 'vitest'
import { deskSentences } from '#domain/office/desk-sentences.ts'
import { keptAtMost, moveSentences } from '#domain/office/order-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { attendeesOf, bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { type MadeOffering, type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')
const desk = await app.office('frontDesk')
const manager = await app.office('manager')

/** Returns what the desk sends for a family's children, paid in cash. */
const inCash = ({ accountId, childIds }: Family, sessions: MadeSession[], totalPence: number) => ({
  ...{ accountId, childIds, offeringId: sessions[0]?.offeringId ?? 0, isTrial: false, raises: [] },
  sessionIds: sessions.map(({ id }) => id),
  ...{ pay: 'desk' as const, method: 'cash' as const, reference: 'Receipt 12' },
  expected: { totalPence, creditsUsed: 0 },
})

const mailOf = async (email: string, title: string) => {
  const mails = await rowsOf(app.db, 'mails', { to_email: email })
  return mails.find(({ subject }) => subject === title)?.body_text ?? ''
}

async function makeDates(offering: MadeOffering, given: Parameters<typeof makeSession>[2] = {}) {
  return [
    await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-05', ...given }),
    await makeSession(app, offering, { capacity: 5, pricePence: 850, date: '2026-12-12', ...given }),
  ] as [MadeSession, MadeSession]
}

test('the front desk finds a class, sees the price, and books two children on all dates in cash', async () => {
  const family = await makeFamily(app, { children: 2, points: 0 })
  const offering = await makeOffering(app, { typeName: 'Tumbling tots' })
  const dates = await makeDates(offering)
  expect(await desk.deskBookings.classes({ words: 'tumb tots' })).toMatchObject([
    { offeringId: offering.id, dates: 2, free: 2, nextDate: '2026-12-05' },
  ])
  const asked = inCash(family, dates, 3400)
  const preview = await desk.deskBookings.preview({
    ...{ accountId: family.accountId, offeringId: offering.id, childIds: family.childIds },
    ...{ sessionIds: asked.sessionIds, isTrial: false, pay: 'desk' },
  })
  expect(preview).toMatchObject({ problem: '', price: { totalPence: 3400, creditsUsed: 0, listPence: 3400 } })
  expect(preview.dates.map(({ free, problem, raiseTo }) => [free, problem, raiseTo])).toEqual([
    [5, '', null],
    [5, '', null],
  ])

  const { number } = await desk.deskBookings.place(asked)
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({
    ...{ status: 'paid', payment_method: 'desk', paid_pence: 3400, hold_expires_at: null },
  })
  const order = await desk.orders.get({ number })
  expect(order).toMatchObject({ order: { state: 'paid', method: 'desk' }, placedBy: 'Ann Perry' })
  expect(order.payments).toMatchObject([
    { method: 'cash', reference: 'Receipt 12', pence: 3400, state: 'succeeded', dashboard: '' },
  ])
  expect(order.events.map(({ what, by, words }) => [what, by, words])).toEqual(
    expect.arrayContaining([
      ['placed', 'office', ''],
      ['paid', 'office', 'cash'],
    ]),
  )
  expect(order.events.filter(({ what }) => what === 'pageOpened' || what === 'paid')).toHaveLength(1)

  // The family reads the same, with its points.
  const mail = await mailOf(family.email, 'Your booking is confirmed')
  expect(mail).toContain('Paid in cash (reference Receipt 12): £34.00')
  const receipt = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(receipt).toMatchObject({
    ...{ paymentMethod: 'desk', paidPence: 3400, desk: { method: 'cash', reference: 'Receipt 12' } },
  })
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ points_balance: 34 })
  expect(await rowOf(app.db, 'staff_actions', { action: 'booking.place' })).toMatchObject({
    facts: { order: number, pence: 3400, paid: 'cash', places: 4 },
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a repeated press makes one order, and a changed price is refused with the new one', async () => {
  const family = await makeFamily(app)
  const dates = await makeDates(await makeOffering(app))
  const press = { ...inCash(family, dates, 1700), requestId: crypto.randomUUID() }
  const told = await Promise.all([1, 2, 3].map(() => desk.deskBookings.place(press)))
  expect(new Set(told.map(({ number }) => number)).size).toBe(1)
  expect(await rowsOf(app.db, 'orders', { account_id: family.accountId })).toHaveLength(1)

  const other = await makeFamily(app)
  await changeRows(app.db, 'sessions', { id: dates[1].id }, { price_pence: 900 })
  expect(await refusal(desk.deskBookings.place(inCash(other, dates, 1700)))).toBe(
    'It costs £17.50 now. Look again before you book',
  )
  expect(await rowsOf(app.db, 'orders', { account_id: other.accountId })).toEqual([])
  await desk.deskBookings.place(inCash(other, dates, 1750))
})

test("the desk gets the same refusals as the family's own booking dialog", async () => {
  const family = await makeFamily(app)
  const stranger = await makeFamily(app)
  const dates = await makeDates(await makeOffering(app))
  const place = (changes: object) =>
    refusal(desk.deskBookings.place({ ...inCash(family, dates, 1700), ...changes }))
  expect(await place({ childIds: [] })).toBe(sentences.selectYourChild)
  expect(await place({ sessionIds: [] })).toBe(sentences.selectCourse)
  expect(await place({ childIds: stranger.childIds })).toBe(sentences.childNotFound)
  expect(await place({ method: undefined })).toBe(deskSentences.choosePayment)
  const elsewhere = await makeSession(app, await makeOffering(app))
  expect(await place({ sessionIds: [elsewhere.id] })).toBe(sentences.sessionNotFound)
  await desk.deskBookings.place(inCash(family, [dates[0]], 850))
  expect(await place({})).toBe(sentences.alreadyBooked)
  const { dates: shown } = await desk.deskBookings.preview({
    ...{ accountId: family.accountId, offeringId: dates[0].offeringId, childIds: family.childIds },
    ...{ sessionIds: [], isTrial: false, pay: 'desk' },
  })
  expect(shown.map(({ problem, raiseTo }) => [problem, raiseTo])).toEqual([
    [sentences.alreadyBooked, null],
    ['', null],
  ])
  expect(shown.map(({ isBooked, bookedChildIds }) => [isBooked, bookedChildIds])).toEqual([
    [true, family.childIds],
    [false, []],
  ])
  expect(
    await refusal(
      desk.deskBookings.preview({
        ...{ accountId: family.accountId, offeringId: dates[0].offeringId, childIds: stranger.childIds },
        ...{ sessionIds: [], isTrial: false, pay: 'desk' },
      }),
    ),
  ).toBe(deskSentences.childrenOfTheirs)
})

test("credits must pay for everything, and the family's unpaid orders are no limit", async () => {
  const family = await makeFamily(app, { credits: 3 })
  const offering = await makeOffering(app)
  const dates = await makeDates(offering, { credits: 2 })
  const byCredits = (sessions: MadeSession[], creditsUsed: number) => ({
    ...inCash(family, sessions, 0),
    ...{
      pay: 'credits' as const,
      method: undefined,
      reference: '',
      expected: { totalPence: 0, creditsUsed },
    },
  })
  expect(await refusal(desk.deskBookings.place(byCredits(dates, 4)))).toBe(
    'They have 3 credits. These places need 4 credits',
  )
  const { number } = await desk.deskBookings.place(byCredits([dates[0]], 2))
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({
    ...{ status: 'paid', payment_method: 'credits', credits_used: 2 },
  })
  expect(await rowsOf(app.db, 'payments', {})).not.toContainEqual(
    expect.objectContaining({ amount_pence: 0 }),
  )
  // The family keeps its credits when it pays with money.
  await changeRows(app.db, 'accounts', { id: family.accountId }, { unpaid_at_most: 0 })
  await desk.deskBookings.place(inCash(family, [dates[1]], 850))
  expect(await rowOf(app.db, 'accounts', { id: family.accountId })).toMatchObject({ credit_balance: 1 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a payment link keeps the places for a day or until a chosen time, and is paid by card', async () => {
  const family = await makeFamily(app)
  const dates = await makeDates(await makeOffering(app))
  const { method, reference, ...wanted } = inCash(family, dates, 1700)
  const byLink = { ...wanted, pay: 'link' as const, reference: '' }
  const [now, day] = [app.clock.now().getTime(), 24 * 60 * 60 * 1000]
  const inDays = (days: number) => new Date(now + days * day).toISOString()
  const { usuallyKept, latestKept, price } = await desk.deskBookings.preview({
    ...{ accountId: family.accountId, offeringId: byLink.offeringId, childIds: family.childIds },
    ...{ sessionIds: byLink.sessionIds, isTrial: false, pay: 'link' },
  })
  expect([usuallyKept, latestKept, price.totalPence]).toEqual([inDays(1), inDays(7), 1700])
  expect(await refusal(desk.deskBookings.place({ ...byLink, keepUntil: inDays(8) }))).toBe(
    keptAtMost(new Date(latestKept)),
  )
  expect(await rowsOf(app.db, 'orders', { account_id: family.accountId })).toEqual([])

  const { number } = await desk.deskBookings.place(byLink)
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({
    ...{ status: 'pending', paid_pence: 0, hold_expires_at: new Date(inDays(1)) },
  })
  expect(await mailOf(family.email, 'Please pay for your booking')).toContain('Pay £17.00 by card: ')
  expect(await mailOf(family.email, 'Your booking is confirmed')).toBe('')
  const shown = await desk.orders.get({ number })
  expect(shown).toMatchObject({ placedBy: 'Ann Perry', order: { state: 'unpaid', holdExpiresAt: inDays(1) } })
  expect(shown.unpaid?.links).toMatchObject([{ by: 'Ann Perry', isReminder: false }])
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const logged = await rowsOf(app.db, 'staff_actions', { subject_id: orderId, subject_kind: 'order' })
  expect(logged.map(({ action, facts }) => [action, facts])).toEqual([
    ['booking.place', expect.objectContaining({ pence: 1700, paid: 'link' })],
    ['order.paymentLink', { keptUntil: expect.any(String) }],
  ])
  await payByCard(app, { orderNumber: number, orderId, account: family })
  await app.cards.deliverPendingHooks()
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({
    ...{ status: 'paid', payment_method: 'card', paid_pence: 1700 },
  })

  const other = await makeFamily(app)
  const theirs = { ...byLink, accountId: other.accountId, childIds: other.childIds }
  const kept = await desk.deskBookings.place({ ...theirs, keepUntil: inDays(3) })
  const { hold_expires_at } = await rowOf(app.db, 'orders', { order_number: kept.number })
  expect(hold_expires_at).toEqual(new Date(inDays(3)))
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a manager books without payment for a reason, and the front desk may not', async () => {
  const family = await makeFamily(app)
  const [session] = await makeDates(await makeOffering(app))
  const { pay, method, reference, ...wanted } = inCash(family, [session], 0)
  const free = { ...wanted, reason: 'Her mother helps' }
  expect(await refusal(desk.deskBookings.placeFree(free))).toBe(officeSentences.notYours)
  expect(await refusal(manager.deskBookings.placeFree({ ...free, reason: '' }))).toBe(officeSentences.sayWhy)
  const { number } = await manager.deskBookings.placeFree(free)
  await app.runJobs()
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({
    ...{ status: 'paid', payment_method: 'free', discount_pence: 850, total_pence: 0 },
  })
  expect(await mailOf(family.email, 'Your booking is confirmed')).not.toContain('helps')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the desk books past the ages of a class with a reason, which the log keeps', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const dates = await makeDates(offering)
  await changeRows(
    app.db,
    'offerings',
    { id: offering.id },
    { refuses_other_ages: true, is_members_only: true },
  )
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { from_months: 36, to_months: 48 })
  await changeRows(app.db, 'children', { id: family.childId }, { date_of_birth: '2022-12-10' })
  const press = inCash(family, dates, 1700)
  const tooOld = 'Leo is 4 years old on that day. This class is for children aged 3.'
  const membersOnly = 'This class is for families who have been with us before'
  const preview = await desk.deskBookings.preview({
    ...{ accountId: family.accountId, offeringId: offering.id, childIds: family.childIds },
    ...{ sessionIds: [dates[1].id], isTrial: false, pay: 'desk' },
  })
  expect(preview).toMatchObject({ problem: '', refused: [tooOld], advice: [], price: { totalPence: 850 } })
  expect(preview.dates.map(({ problem, refused, raiseTo }) => [problem, refused, raiseTo])).toEqual([
    ['', membersOnly, null],
    ['', tooOld, null],
  ])
  expect(await refusal(desk.deskBookings.place(press))).toBe(membersOnly)
  const reasonless = desk.deskBookings.place({ ...press, skipsClassRules: true, reason: ' ' })
  expect(await refusal(reasonless)).toBe(officeSentences.sayWhy)
  expect(await rowsOf(app.db, 'orders', { account_id: family.accountId })).toEqual([])

  const reason = 'Her brother is in the class'
  const { number } = await desk.deskBookings.place({ ...press, skipsClassRules: true, reason })
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  expect(
    await rowOf(app.db, 'staff_actions', { action: 'booking.place', subject_id: orderId }),
  ).toMatchObject({
    ...{ reason, facts: { refused: true } },
  })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the desk reads that a child has another age than the class is meant for, and books all the same', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const dates = await makeDates(offering)
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { from_months: 36, to_months: 48 })
  await changeRows(app.db, 'children', { id: family.childId }, { date_of_birth: '2022-12-10' })
  const asked = { accountId: family.accountId, offeringId: offering.id, childIds: family.childIds }
  const choice = { ...asked, isTrial: false, pay: 'desk' as const }
  const ofAge = await desk.deskBookings.preview({ ...choice, sessionIds: [dates[0].id] })
  expect(ofAge).toMatchObject({ refused: [], advice: [] })
  expect(ofAge.childIdsOfAge).toEqual([family.childId])
  const tooOld = await desk.deskBookings.preview({ ...choice, sessionIds: [dates[1].id] })
  expect(tooOld).toMatchObject({
    problem: '',
    refused: [],
    advice: ['Leo is 4 years old on that day. This class is for children aged 3.'],
  })
  expect((await desk.deskBookings.place(inCash(family, [dates[1]], 850))).totalPence).toBe(850)
})

test('each child of another age is named, whether the class advises or refuses', async () => {
  const family = await makeFamily(app, { children: 3 })
  const offering = await makeOffering(app)
  const [session] = await makeDates(offering)
  await changeRows(app.db, 'age_groups', { id: offering.ageGroupId }, { from_months: 36, to_months: 48 })
  const [mia, ben, isla] = family.childIds
  await changeRows(app.db, 'children', { id: mia }, { first_name: 'Mia', date_of_birth: '2020-01-10' })
  await changeRows(app.db, 'children', { id: ben }, { first_name: 'Ben', date_of_birth: '2023-06-10' })
  await changeRows(app.db, 'children', { id: isla }, { first_name: 'Isla', date_of_birth: '2025-06-10' })
  const each = [
    'Mia is 6 years old on that day. This class is for children aged 3.',
    'Isla is 17 months old on that day. This class is for children aged 3.',
  ]
  const choice = { accountId: family.accountId, offeringId: offering.id, childIds: family.childIds }
  const asked = { ...choice, sessionIds: [session.id], isTrial: false, pay: 'desk' as const }
  expect(await desk.deskBookings.preview(asked)).toMatchObject({ advice: each, refused: [] })
  await changeRows(app.db, 'offerings', { id: offering.id }, { refuses_other_ages: true })
  expect(await desk.deskBookings.preview(asked)).toMatchObject({ advice: [], refused: each })
})

test('the desk reads which child has another class at that hour, and books all the same', async () => {
  const family = await makeFamily(app, { children: 2 })
  const [isla, ben] = family.childIds as [number, number]
  await changeRows(app.db, 'children', { id: isla }, { first_name: 'Isla' })
  const band = await makeOffering(app, { typeName: 'Kitchen Band' })
  const [first, second] = await makeDates(band, { startTime: '09:45', endTime: '10:30' })
  await desk.deskBookings.place({ ...inCash(family, [first, second], 1700), childIds: [isla] })
  const offering = await makeOffering(app)
  const dates = await makeDates(offering)
  const after = await makeSession(app, offering, {
    ...{ date: '2026-12-05', startTime: '10:30', endTime: '11:00', pricePence: 850 },
  })
  const clashesOf = async (sessionIds: number[], childIds = family.childIds) => {
    const asked = { accountId: family.accountId, offeringId: offering.id, childIds, sessionIds }
    return (await desk.deskBookings.preview({ ...asked, isTrial: false, pay: 'desk' })).clashes
  }
  const ofIsla = 'Isla is already booked into Kitchen Band at 09:45'
  expect(await clashesOf([dates[0].id])).toEqual([`${ofIsla} that day`])
  expect(await clashesOf(dates.map(({ id }) => id))).toEqual([
    `${ofIsla} on Sat 5 Dec, and on 1 more of these dates`,
  ])
  // One that begins when the other ends, another child, and nothing chosen yet.
  expect(await clashesOf([after.id])).toEqual([])
  expect(await clashesOf([dates[0].id], [ben])).toEqual([])
  expect(await clashesOf([])).toEqual([])
  // A camp has the same hours on each of its days.
  const camp = await makeOffering(app, { typeName: 'Den week' })
  const week = await makeSession(app, camp, {
    ...{ date: '2026-12-10', endDate: '2026-12-14', startTime: '09:00', endTime: '10:15', pricePence: 850 },
  })
  await desk.deskBookings.place({ ...inCash(family, [week], 850), childIds: [ben] })
  expect(await clashesOf([dates[1].id], [ben])).toEqual([
    expect.stringMatching(/ is already booked into Den week at 09:00 that day$/),
  ])

  const { number } = await desk.deskBookings.place({ ...inCash(family, [dates[0]], 850), childIds: [isla] })
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({ status: 'paid' })
  // A place on a cancelled date is no clash.
  await changeRows(app.db, 'sessions', { id: second.id }, { status: 'withdrawn' })
  expect(await clashesOf([dates[1].id])).toEqual([expect.stringMatching(/Den week/)])
})

test('only a member who may plan raises a full date, in the same press as the booking', async () => {
  const family = await makeFamily(app, { children: 2 })
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, pricePence: 850 })
  const { dates } = await desk.deskBookings.preview({
    ...{ accountId: family.accountId, offeringId: offering.id, childIds: family.childIds },
    ...{ sessionIds: [], isTrial: false, pay: 'desk' },
  })
  expect(dates).toMatchObject([{ raiseTo: 2, free: 1 }])
  const asked = inCash(family, [session], 1700)
  expect(await refusal(desk.deskBookings.place(asked))).toMatch(/1 place/i)
  const raising = { ...asked, raises: [{ sessionId: session.id, to: 2 }] }
  expect(await refusal(desk.deskBookings.place(raising))).toBe(officeSentences.notYours)
  expect(
    await refusal(manager.deskBookings.place({ ...asked, raises: [{ sessionId: session.id, to: 9 }] })),
  ).toMatch(/Look again before you raise it/)
  await manager.deskBookings.place(raising)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ capacity: 2, places_taken: 2 })
  expect(
    await refusal(manager.deskBookings.place({ ...raising, accountId: (await makeFamily(app)).accountId })),
  ).toMatch(/Look again before you raise it/)
})

test('a parent gets a place in their own name, and a child gets one trial only', async () => {
  const family = await makeFamily(app)
  const evening = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, evening, { capacity: 2, pricePence: 600 })
  await changeRows(app.db, 'accounts', { id: family.accountId }, { first_name: 'Priya', last_name: 'Shah' })
  const { number } = await desk.deskBookings.place({ ...inCash(family, [session], 600), childIds: [] })
  const { id } = await rowOf(app.db, 'orders', { order_number: number })
  expect(await rowOf(app.db, 'bookings', { order_id: id })).toMatchObject({
    ...{ attendee_name: 'Priya Shah', attendee_email: family.email, status: 'confirmed' },
  })

  const offering = await makeOffering(app)
  const dates = await makeDates(offering, { offersTrial: true, trialPricePence: 300 })
  await desk.deskBookings.place({ ...inCash(family, [dates[0]], 300), isTrial: true })
  expect(await refusal(desk.deskBookings.place({ ...inCash(family, [dates[1]], 300), isTrial: true }))).toBe(
    sentences.trialUsed,
  )
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('a place that the waiting list keeps for the family is booked, and one kept for others is not', async () => {
  const [family, other] = [await makeFamily(app), await makeFamily(app)]
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 1, pricePence: 850 })
  const holder = await makeFamily(app)
  await desk.deskBookings.place(inCash(holder, [session], 850))
  await family.api.waitingLists.class.join({
    ...{ offeringId: offering.id, sessionId: session.id, attendees: attendeesOf('class', family) },
  })
  const { items } = await desk.waiting.people({})
  const entry = items.find(({ accountId }) => accountId === family.accountId)
  const offer = { id: entry?.id ?? 0, sessionId: session.id, hours: 12, reason: 'By phone', raiseTo: 2 }
  await manager.waiting.offer(offer)
  expect(await refusal(desk.deskBookings.place(inCash(other, [session], 850)))).toBe(sentences.full)
  await desk.deskBookings.place(inCash(family, [session], 850))
  expect(await rowOf(app.db, 'waiting_entries', { id: offer.id })).toMatchObject({ status: 'booked' })
})

test('money that was paid at the desk is refunded by hand and never to a card', async () => {
  const family = await makeFamily(app, { children: 2 })
  const [session] = await makeDates(await makeOffering(app))
  const { number } = await desk.deskBookings.place(inCash(family, [session], 1700))
  const { places, isPaidAtDesk } = await manager.orders.previewCancel({ number })
  expect(isPaidAtDesk).toBe(true)
  await manager.orders.cancelPlaces({
    number,
    places: places
      .slice(0, 1)
      .map(({ bookingId }) => ({ bookingId, refundPence: 850, rest: 'kept', returnCredits: false })),
    ...{ method: 'card', reference: '', reason: 'She is ill' },
    expected: { refundedPence: 850, keptPence: 0, credits: 0 },
  })
  await app.runJobs()
  const owed = (await manager.orders.get({ number })).payments[0]?.back[0]
  expect(owed).toMatchObject({ method: 'hand', state: 'failed', pence: 850 })
  expect((await manager.orders.list({ needs: 'refundFailed' })).items.map(order => order.number)).toContain(
    number,
  )
  expect(await mailOf(family.email, 'Your booking has been cancelled')).toContain(
    'We will give you £8.50 back.',
  )
  const { places: receipts } = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(receipts.find(({ state }) => state)?.refund).toMatchObject({ method: 'hand', isOnItsWay: true })

  expect(await refusal(manager.orders.retryRefund({ refundId: owed?.id ?? 0 }))).toBe(
    deskSentences.retryByHand,
  )
  await manager.orders.refundByHand({ refundId: owed?.id ?? 0, method: 'cash', reference: 'Receipt 13' })
  expect((await manager.orders.get({ number })).money).toMatchObject({ backPence: 850, owedPence: 0 })
  // The rest at once, by bank transfer.
  await manager.orders.refund({
    ...{ number, pence: 850, leftPence: 850, method: 'bank', reference: 'BACS 7', reason: 'They move away' },
  })
  expect(await rowOf(app.db, 'orders', { order_number: number })).toMatchObject({ refunded_pence: 1700 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('nothing is booked for a frozen or unknown family', async () => {
  const family = await makeFamily(app)
  const [session] = await makeDates(await makeOffering(app))
  await manager.families.freeze({ id: family.accountId, reason: 'Unpaid bills' })
  expect(await refusal(desk.deskBookings.place(inCash(family, [session], 850)))).toBe('This family is frozen')
  expect(
    await refusal(desk.deskBookings.place({ ...inCash(family, [session], 850), accountId: 999_999 })),
  ).toBe('This family was not found')
})

test('only one of ten bookings by the desk and ten by parents gets the last place', async () => {
  const session = await makeSession(app, await makeOffering(app), { capacity: 1, pricePence: 850 })
  const families = await Promise.all(Array.from({ length: 10 }, () => makeFamily(app)))
  const told = await Promise.all(
    families.map((family, at) =>
      refusal(
        at % 2 === 0
          ? desk.deskBookings.place(inCash(family, [session], 850))
          : family.api.orders.class.place(bookingRequest(family, session)),
      ),
    ),
  )
  expect(told.filter(each => each === undefined)).toHaveLength(1)
  expect(await rowOf(app.db, 'sessions', { id: session.id })).toMatchObject({ places_taken: 1 })
})

test('one press cancels a place by its policy and books another date at today’s price', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const [from] = await makeDates(offering, { credits: 0 })
  const dearer = await makeSession(app, offering, {
    capacity: 1,
    pricePence: 1200,
    credits: 0,
    date: '2026-12-19',
  })
  const { number } = await desk.deskBookings.place(inCash(family, [from], 850))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: number })
  const { id: bookingId } = await rowOf(app.db, 'bookings', { order_id: orderId })
  const asked = { bookingId, sessionId: dearer.id }
  const { back, price, problem } = await manager.deskBookings.previewRebook({ ...asked, pay: 'desk' })
  expect({ back, problem, total: price.totalPence }).toMatchObject({
    ...{ problem: '', total: 1200, back: { refundedPence: 850, keptPence: 0, credits: 0 } },
  })
  const press = {
    ...{ ...asked, back, expected: { totalPence: 1200, creditsUsed: 0 }, reason: 'They chose the long one' },
    ...{ pay: 'desk' as const, method: 'cash' as const, reference: '' },
  }
  expect(await refusal(desk.deskBookings.rebook(press))).toBe(officeSentences.notYours)
  expect(await refusal(manager.deskBookings.rebook({ ...press, reason: '' }))).toBe(officeSentences.sayWhy)
  const dearerNow = { ...press, expected: { totalPence: 1100, creditsUsed: 0 } }
  expect(await refusal(manager.deskBookings.rebook(dearerNow))).toMatch(/^It costs £12.00 now/)
  // Nothing was cancelled.
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ status: 'confirmed' })
  const rebooked = await manager.deskBookings.rebook(press)
  await app.runJobs()
  expect(await rowOf(app.db, 'bookings', { id: bookingId })).toMatchObject({ status: 'cancelled' })
  expect(await rowOf(app.db, 'orders', { order_number: rebooked.number })).toMatchObject({
    ...{ status: 'paid', paid_pence: 1200 },
  })
  expect(await rowOf(app.db, 'sessions', { id: from.id })).toMatchObject({ places_taken: 0 })
  expect(await rowOf(app.db, 'sessions', { id: dearer.id })).toMatchObject({ places_taken: 1 })
  expect(await mailOf(family.email, 'Your booking has been cancelled')).toContain('£8.50')
  expect(await mailOf(family.email, 'Your booking is confirmed')).not.toBe('')
  expect(await refusal(manager.deskBookings.rebook(press))).toBe(moveSentences.noPlace)

  const stranger = await makeFamily(app)
  const other = await desk.deskBookings.place(inCash(stranger, [from], 850))
  const { id: otherOrder } = await rowOf(app.db, 'orders', { order_number: other.number })
  const { id: otherPlace } = await rowOf(app.db, 'bookings', { order_id: otherOrder })
  const full = { ...asked, bookingId: otherPlace, pay: 'desk' as const }
  expect((await manager.deskBookings.previewRebook(full)).problem).toBe(sentences.full)
  expect(await refusal(manager.deskBookings.rebook({ ...press, bookingId: otherPlace }))).toBe(sentences.full)
  expect(await rowOf(app.db, 'bookings', { id: otherPlace })).toMatchObject({ status: 'confirmed' })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})
