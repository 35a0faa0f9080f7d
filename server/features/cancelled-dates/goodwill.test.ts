import { expect, test } from 'vitest'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import {
  type GoodwillSettled,
  goodwillSentences,
  planGoodwill,
  proposeForPlaces,
} from '#domain/office/goodwill.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import { findViolations } from '#testing/find-violations.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { payByCard } from '#testing/make-order.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
await app.office('owner')

/** Makes a date tomorrow, or a camp of this many days from tomorrow. */
async function makeDate(given: Parameters<typeof makeSession>[2] = {}, days = 1) {
  const date = addDays(todayInLondon(app.clock.now()), 1)
  const last = days > 1 ? { endDate: addDays(date, days - 1), endTime: '15:00' } : {}
  const times = { date, ...last, pricePence: 850, credits: 1, ...given }
  return makeSession(app, await makeOffering(app), times)
}

async function book(family: Family, session: MadeSession, creditsWanted = 0) {
  const { orderNumber } = await family.api.orders.class.place(
    bookingRequest(family, session, { creditsWanted }),
  )
  const { id: orderId, status } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  const order = { orderNumber, orderId, account: family }
  if (status === 'pending') {
    await payByCard(app, order)
    await app.cards.deliverPendingHooks()
  }
  return order
}

/** Sets the clock to five minutes after a date has begun. */
const begin = ({ date }: MadeSession) => app.clock.set(`${date}T10:05:00Z`)

/** Reads the preview that the page shows, and returns the input that the page would send. */
async function propose(session: MadeSession, { settle = 'card' as GoodwillSettled, lost = 0 } = {}) {
  const office = await app.office('manager')
  const preview = await office.cancelledDates.previewGoodwill({ sessionId: session.id })
  const asked = proposeForPlaces(preview.places, { lost: lost || preview.days, of: preview.days })
  const { places, refundedPence, credits } = planGoodwill(preview.places, asked, settle)
  const press = {
    ...{ sessionId: session.id, settle, note: '', reason: 'The heating failed' },
    places: [...asked].map(([bookingId, of]) => ({ bookingId, ...of })),
    expected: { places, refundedPence, credits, earlier: preview.earlier.length },
  }
  return { office, preview, press }
}

async function settle() {
  app.clock.advance(1.01)
  await app.runJobs()
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

async function give(session: MadeSession, how: Parameters<typeof propose>[1] = {}) {
  const { office, press } = await propose(session, how)
  const { id } = await office.cancelledDates.giveGoodwill(press)
  await settle()
  return { office, id, press, progress: await office.cancelledDates.progress({ id }) }
}

const mailsTo = async (email: string) =>
  (await rowsOf(app.db, 'mails', { to_email: email })).filter(({ subject }) =>
    / back for your /.test(subject),
  )
const violations = () => findViolations(app.db, app.clock.now())
const creditsOf = async ({ accountId }: Family) =>
  (await rowOf(app.db, 'accounts', { id: accountId })).credit_balance

test('goodwill can return all that was paid for a begun date, whose places stay booked', async () => {
  const date = await makeDate()
  const payer = await makeFamily(app, { children: 2 })
  const member = await makeFamily(app, { credits: 2 })
  const order = await book(payer, date)
  await book(member, date, 1)
  begin(date)
  const { office, press } = await propose(date)
  expect(press.expected).toEqual({ places: 3, refundedPence: 1700, credits: 1, earlier: 0 })
  await office.cancelledDates.giveGoodwill({ ...press, note: 'The hall was cold.' })
  await app.runJobs()
  expect(await mailsTo(payer.email)).toEqual([])
  expect(await creditsOf(member)).toBe(1)
  expect(await violations()).toEqual([])

  await settle()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({
    ...{ status: 'paid', refunded_pence: 1700 },
  })
  expect((await rowOf(app.db, 'sessions', { id: date.id })).places_taken).toBe(3)
  expect(await rowsOf(app.db, 'refunds', { kind: 'goodwill' })).toMatchObject([
    { amount_pence: 1700, reason: 'The heating failed', status: 'succeeded' },
  ])
  expect(await creditsOf(member)).toBe(2)
  const [mail, ...more] = await mailsTo(payer.email)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Money back for your class on /)
  const [child] = await rowsOf(app.db, 'children', { account_id: payer.accountId })
  expect(mail?.body_text).toContain(`For: ${child?.first_name}`)
  expect(mail?.body_text).toContain('£17.00 goes back to your card.')
  expect(mail?.body_text).toContain('Nothing else about your booking changes.')
  expect(mail?.body_text).toContain('The hall was cold.')
  expect(mail?.body_text).not.toContain('The heating failed')
  expect((await mailsTo(member.email))[0]?.body_text).toContain('1 class credit was added to your account.')
  expect(await violations()).toEqual([])
}, 120_000)

test('the page and the data download show goodwill, and a repeated press gives nothing', async () => {
  const date = await makeDate()
  const [payer, member] = (await makeFamilies(app, 2, { credits: 1 })) as [Family, Family]
  const order = await book(payer, date)
  const byCredits = await book(member, date, 1)
  begin(date)
  const { office, id, press, progress } = await give(date)
  expect(progress).toMatchObject({
    isGoodwill: true,
    reason: 'The heating failed',
    settledAt: expect.any(String),
  })
  expect(progress.orders.find(({ orderId }) => orderId === order.orderId)).toMatchObject({
    ...{ refundedPence: 850, refund: 'succeeded', credits: 0, toldAt: expect.any(String), obstacle: '' },
  })
  const { events } = await office.orders.get({ number: byCredits.orderNumber })
  expect(events).toContainEqual(
    expect.objectContaining({ what: 'creditsGiven', words: '1, The heating failed' }),
  )
  const copy = JSON.parse((await payer.api.ownData.download()).json)
  expect(copy.goodwill).toMatchObject([{ refunded_pence: 850 }])

  const again = await propose(date)
  expect(again.preview.earlier).toMatchObject([{ id, isSettled: true }])
  expect(again.press.expected).toEqual({ places: 0, refundedPence: 0, credits: 0, earlier: 1 })
  expect(await refusal(again.office.cancelledDates.giveGoodwill(again.press))).toBe(
    goodwillSentences.nothingAsked,
  )
  expect(await refusal(again.office.cancelledDates.giveGoodwill(press))).toMatch(/ did this at \d\d:\d\d$/)
}, 120_000)

test('goodwill as credits turns money into credits; without a credit price it goes to the card', async () => {
  const date = await makeDate({ offersTrial: true, trialPricePence: 400 })
  const [payer, trier] = (await makeFamilies(app, 2)) as [Family, Family]
  const paid = await book(payer, date)
  const { orderNumber } = await trier.api.orders.class.placeTrial(bookingRequest(trier, date))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: trier })
  await app.cards.deliverPendingHooks()
  begin(date)
  const { progress } = await give(date, { settle: 'credits' })
  expect(progress.orders.map(({ refundedPence, credits }) => ({ refundedPence, credits }))).toEqual(
    expect.arrayContaining([
      { refundedPence: 0, credits: 1 },
      { refundedPence: 400, credits: 0 },
    ]),
  )
  expect(await creditsOf(payer)).toBe(1)
  // What became credits cannot go to the card as well.
  const office = await app.office('manager')
  const { money } = await office.orders.get({ number: paid.orderNumber })
  expect(money).toMatchObject({ asCreditsPence: 850, leftPence: 0 })
  expect((await propose(date)).press.expected).toMatchObject({ places: 0, refundedPence: 0 })
  expect(await violations()).toEqual([])
}, 120_000)

test('a camp returns the share of each lost day once, and never more than was paid', async () => {
  const camp = await makeDate({ pricePence: 10_000, credits: 10 }, 3)
  const payer = await makeFamily(app)
  const member = await makeFamily(app, { credits: 10 })
  const order = await book(payer, camp)
  await book(member, camp, 10)
  begin(camp)
  const first = await give(camp, { lost: 1 })
  expect(first.press.expected).toMatchObject({ places: 2, refundedPence: 3333, credits: 4 })
  expect(await refusal(first.office.cancelledDates.giveGoodwill(first.press))).toMatch(/ did this at /)
  const second = await give(camp, { lost: 2 })
  expect(second.press.expected).toMatchObject({ refundedPence: 6666, credits: 6, earlier: 1 })
  const { press } = await propose(camp, { lost: 1 })
  expect(press.expected).toMatchObject({ refundedPence: 1, credits: 0 })
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 9999 })
  expect(await creditsOf(member)).toBe(10)
  expect(await violations()).toEqual([])
})

test('staff can change the proposed amounts, up to what is left of each place', async () => {
  const date = await makeDate()
  const family = await makeFamily(app)
  const order = await book(family, date)
  begin(date)
  const { office, press } = await propose(date)
  const bookingId = press.places[0]?.bookingId as number
  const changed = (pence: number, credits = 0) => ({
    ...{ ...press, places: [{ bookingId, pence, credits }] },
    expected: { ...press.expected, refundedPence: pence },
  })
  const calls = office.cancelledDates
  expect(await refusal(calls.giveGoodwill(changed(851)))).toBe(atMostBack(850))
  expect(await refusal(calls.giveGoodwill(changed(0, 1)))).toBe('At most 0 credits can be returned')
  expect(await refusal(calls.giveGoodwill({ ...changed(200), expected: press.expected }))).toBe(
    cancelSentences.figuresChanged,
  )
  expect(await refusal(calls.giveGoodwill({ ...changed(200), reason: ' ' }))).toBe(officeSentences.sayWhy)
  await calls.giveGoodwill(changed(200))
  await settle()
  expect(await rowOf(app.db, 'orders', { id: order.orderId })).toMatchObject({ refunded_pence: 200 })
  expect((await propose(date)).press.expected).toMatchObject({ refundedPence: 650 })
})

test('undone within the minute, nothing is given and nobody is told', async () => {
  const date = await makeDate()
  const family = await makeFamily(app)
  await book(family, date)
  begin(date)
  const { office, press } = await propose(date)
  const { id } = await office.cancelledDates.giveGoodwill(press)
  const before = await rowOf(app.db, 'sessions', { id: date.id })
  await office.cancelledDates.undo({ id })
  expect(await rowOf(app.db, 'sessions', { id: date.id })).toEqual(before)
  await settle()
  expect(await mailsTo(family.email)).toEqual([])
  expect((await office.cancelledDates.progress({ id })).undone).not.toBeNull()
  expect((await give(date)).press.expected).toMatchObject({ refundedPence: 850, earlier: 0 })
  expect(await mailsTo(family.email)).toHaveLength(1)
  expect(await violations()).toEqual([])
})

test('a disputed payment gets no goodwill, even if the dispute was opened after the press', async () => {
  const date = await makeDate()
  const [disputing, other] = (await makeFamilies(app, 2)) as [Family, Family]
  const order = await book(disputing, date)
  await book(other, date)
  begin(date)
  const { press: open } = await propose(date)
  const { payment_ref: ref } = await rowOf(app.db, 'payments', { order_id: order.orderId })
  const dispute = async () => {
    app.cards.openDispute(ref)
    await app.cards.deliverPendingHooks()
    await app.runJobs()
  }
  const { id } = await (await app.office('manager')).cancelledDates.giveGoodwill(open)
  await dispute()
  await settle()
  const office = await app.office('manager')
  const { orders } = await office.cancelledDates.progress({ id })
  expect(orders.map(({ obstacle, refundedPence }) => [obstacle, refundedPence]).sort()).toEqual([
    ['', 850],
    ['disputed', 0],
  ])
  expect(await mailsTo(disputing.email)).toEqual([])
  const { preview, press } = await propose(date)
  expect(preview.places.filter(({ isDisputed }) => isDisputed)).toHaveLength(1)
  expect(press.expected).toMatchObject({ places: 0 })
  const all = { ...open, expected: { ...open.expected, earlier: 1 } }
  expect(await refusal(office.cancelledDates.giveGoodwill(all))).toBe(cancelSentences.disputed)
  expect(await violations()).toEqual([])
})

test('money refunded after the press is not given twice, and the page says that less was left', async () => {
  const date = await makeDate()
  const family = await makeFamily(app)
  const { orderNumber: number, orderId } = await book(family, date)
  begin(date)
  const { office, press } = await propose(date)
  const { id } = await office.cancelledDates.giveGoodwill(press)
  const way = { method: 'card' as const, reference: '', reason: 'She rang us' }
  await office.orders.refund({ number, pence: 500, leftPence: 850, ...way })
  await settle()
  expect((await office.cancelledDates.progress({ id })).orders).toMatchObject([
    { obstacle: 'lessLeft', refundedPence: 350 },
  ])
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({ refunded_pence: 850 })
  expect(await violations()).toEqual([])
})

test('the owners are mailed about large goodwill', async () => {
  const date = await makeDate({ pricePence: 13_000 })
  for (const family of await makeFamilies(app, 2)) await book(family, date)
  begin(date)
  const { id } = await give(date)
  const news = (await rowsOf(app.db, 'jobs', { kind: 'tell-staff' })).map(({ payload }) => payload)
  expect(news).toContainEqual({
    ...{ wish: 'refund', event: `cancelled-dates-${id}`, words: '£260.00 as goodwill for a date' },
  })
})

test('the front desk may not give goodwill, and a date that has not begun gets none', async () => {
  const date = await makeDate()
  const family = await makeFamily(app)
  await book(family, date)
  const manager = await app.office('manager')
  const asked = { sessionId: date.id }
  expect(await refusal(manager.cancelledDates.previewGoodwill(asked))).toBe(goodwillSentences.notBegun)
  begin(date)
  const { office, press } = await propose(date)
  const desk = await app.office('frontDesk')
  expect(await refusal(desk.cancelledDates.previewGoodwill(asked))).toBe(officeSentences.notYours)
  expect(await refusal(desk.cancelledDates.giveGoodwill(press))).toBe(officeSentences.notYours)
  expect(await refusal(office.cancelledDates.preview({ sessionIds: [date.id], settle: 'card' }))).toBe(
    'This class has begun. Give the money back from its page',
  )
  const other = await makeDate()
  await book(await makeFamily(app), other)
  const { id: elsewhere } = await rowOf(app.db, 'bookings', { session_id: other.id })
  const ofOther = { ...press, places: [{ bookingId: elsewhere, pence: 100, credits: 0 }] }
  expect(await refusal(office.cancelledDates.giveGoodwill(ofOther))).toBe(sentences.sessionNotFound)
  expect(await refusal(office.cancelledDates.previewGoodwill({ sessionId: 999_999 }))).toBe(
    plannerSentences.notFound,
  )
  const draft = await makeDate({ status: 'draft' })
  expect(await refusal(office.cancelledDates.previewGoodwill({ sessionId: draft.id }))).toBe(
    cancelDateSentences.isDraft,
  )
  const gone = await makeDate()
  await changeRows(
    app.db,
    'sessions',
    { id: gone.id },
    { status: 'cancelled', cancelled_at: app.clock.now() },
  )
  expect(await refusal(office.cancelledDates.previewGoodwill({ sessionId: gone.id }))).toBe(
    plannerSentences.isCancelled,
  )
})
