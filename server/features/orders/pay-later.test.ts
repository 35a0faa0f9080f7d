import { expect, test } from 'vitest'
import { longDay } from '#domain/format-dates.ts'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { attendeesOf, bookingRequest, type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf, rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()
const owner = await app.office('owner')
const desk = await app.office('frontDesk')

const instructions = 'Search for “Acorn Club” in your childcare account.\n\nEd-Vouchers: our number is 4711.'

async function offer(parentsMayPayLater: boolean) {
  const { version, payLater } = await owner.business.get({})
  await owner.business.savePayLater({ ...payLater, version, parentsMayPayLater, payLaterText: instructions })
}
await offer(true)

const offering = await makeOffering(app)
let day = 0
/** Makes a date of its own, at £8.50 or two credits. */
const aDate = (given: object = {}) => {
  day += 1
  const date = new Date(Date.UTC(2026, 11, day)).toISOString().slice(0, 10)
  return makeSession(app, offering, { date, capacity: 5, pricePence: 850, credits: 2, ...given })
}

const bookLater = async (family: Family, given: object = {}) =>
  family.api.orders.class.place({
    ...bookingRequest(family, await aDate()),
    ...{ payLater: 'childcare' as const, ...given },
  })

const orderOf = (orderNumber: string) => rowOf(app.db, 'orders', { order_number: orderNumber })
const paymentsOf = async (orderNumber: string) =>
  rowsOf(app.db, 'payments', { order_id: (await orderOf(orderNumber)).id })
const mailsOf = async ({ email }: Family) => {
  await app.runJobs()
  return (await rowsOf(app.db, 'mails', { to_email: email })).map(({ subject, body_text }) => ({
    subject,
    body: body_text,
  }))
}
const receive = (number: string, pence: number, receivedPence = 0) =>
  desk.orders.receive({ number, pence, receivedPence, receivedOn: '2026-11-22', reference: '' })
const expectSound = async () => expect(await findViolations(app.db, app.clock.now())).toEqual([])

test('an order that the family pays later is confirmed at once, with one expected payment', async () => {
  const family = await makeFamily(app, { points: 0 })
  const placed = await bookLater(family)
  const number = placed.orderNumber
  expect(placed).toMatchObject({ totalPence: 850, status: 'paid' })
  expect(await orderOf(number)).toMatchObject({
    ...{ status: 'paid', payment_method: 'desk', paid_pence: 0, placed_by: null, hold_expires_at: null },
  })
  expect(await paymentsOf(number)).toMatchObject([
    {
      ...{ provider: 'desk', method: 'childcare', status: 'expected', amount_pence: 850 },
      ...{ reference: number, by_family: true },
    },
  ])
  const shown = await family.api.orders.class.details({ orderNumber: number })
  expect(shown).toMatchObject({ status: 'paid', paymentMethod: 'desk', expectedPence: 850, paidPence: 0 })
  const receipt = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(receipt).toMatchObject({
    paidAt: null,
    desk: { method: 'childcare', reference: number, expectedPence: 850, instructions, dueOn: '2026-12-07' },
  })
  const [mail] = await mailsOf(family)
  expect(mail?.subject).toBe('Your booking is confirmed')
  for (const words of [
    `Payment expected: £8.50 from a childcare account (reference ${number}).`,
    `Please pay £8.50 from your childcare account by ${longDay('2026-12-07')}, and quote ${number}.`,
    'Ed-Vouchers: our number is 4711.',
  ])
    expect(mail?.body).toContain(words)
  expect(mail?.body).not.toMatch(/Paid|Receipt:/)
  expect((await desk.orders.get({ number })).events.map(({ what, by }) => `${what} ${by}`)).toEqual(
    expect.arrayContaining(['placed family', 'expected family']),
  )
  await expectSound()

  await receive(number, 850)
  expect((await mailsOf(family)).at(-1)?.subject).toBe('Your payment has arrived')
  const paid = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(paid.paidAt).not.toBeNull()
  expect(paid.desk).toEqual({ method: 'childcare', reference: number, expectedPence: 0 })
  const copy = JSON.parse((await family.api.ownData.download()).json)
  expect(copy.orders[0].payments).toMatchObject([{ method: 'childcare', reference: number }])
  await expectSound()
})

test('what a family pays later is shown as owed, with its due day, until it is received', async () => {
  const family = await makeFamily(app, { points: 0 })
  const { orderNumber } = await bookLater(family, { payLater: 'voucher' })
  const session = await aDate()
  const { number } = await desk.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: 'TFC 12' },
  })
  await receive(orderNumber, 200)
  const { unpaid, expected } = await family.api.ownBookings.upNext()
  expect(unpaid).toEqual([])
  expect(expected).toMatchObject([
    { orderNumber, method: 'voucher', expectedPence: 650, dueOn: '2026-12-07', sessions: [{}] },
    { orderNumber: number, method: 'childcare', expectedPence: 850 },
  ])
  expect(expected[1]?.dueOn).toBeUndefined()
  expect((await (await makeFamily(app)).api.ownBookings.upNext()).expected).toEqual([])
  await receive(orderNumber, 650, 200)
  expect((await family.api.ownBookings.upNext()).expected.map(order => order.orderNumber)).toEqual([number])
  await owner.orders.takeBack({
    ...{ number, reason: 'They stopped coming' },
    expected: await owner.orders.previewTakeBack({ number }),
  })
  expect((await family.api.ownBookings.upNext()).expected).toEqual([])
  await expectSound()
})

test('an order without the field waits for a card payment, as before', async () => {
  const family = await makeFamily(app)
  expect(await bookLater(family, { payLater: undefined })).toMatchObject({ status: 'pending' })
  // Choosing the other way is no repetition of it.
  const session = await aDate()
  const request = bookingRequest(family, session)
  const byCard = await family.api.orders.class.place(request)
  expect(await family.api.orders.class.place(request)).toEqual(byCard)
  expect(await refusal(family.api.orders.class.place({ ...request, payLater: 'voucher' }))).toBeTruthy()
  await family.api.orders.class.cancel(byCard)
  const later = await family.api.orders.class.place({ ...request, payLater: 'voucher' })
  expect(later).toMatchObject({ status: 'paid' })
  expect(await paymentsOf(later.orderNumber)).toMatchObject([{ method: 'voucher', status: 'expected' }])
  await expectSound()
})

test('paying later is refused while the business does not offer it, and previews say whether it does', async () => {
  const family = await makeFamily(app)
  const session = await aDate()
  const preview = () => family.api.orders.class.preview(bookingRequest(family, session))
  expect((await preview()).mayPayLater).toBe(true)
  await offer(false)
  expect((await preview()).mayPayLater).toBeUndefined()
  expect(await refusal(bookLater(family))).toBe(sentences.payLaterNotOffered)
  // This process may not have heard yet that it was switched off.
  app.services.business.mayPayLater = true
  expect(await refusal(bookLater(family))).toBe(sentences.changedMeanwhile)
  await offer(true)
  expect(await bookLater(family)).toMatchObject({ status: 'paid' })
})

test('a guest cannot pay later, and an account can at a session for parents', async () => {
  const parents = await makeOffering(app, { kind: 'parentSession' })
  const session = await makeSession(app, parents, { date: '2026-12-05', pricePence: 1200, capacity: 5 })
  const family = await makeFamily(app)
  const guest = { fullName: 'Gwen Guest', phone: '07700 900123', email: 'gwen@example.test' }
  const asked = { offeringId: parents.id, sessionIds: [session.id], discountCode: '' }
  const contact = { who: 'contact' as const, ...guest }
  const place = { ...asked, attendees: contact, payLater: 'childcare' as const }
  expect((await app.visitor.orders.parentSession.preview({ ...asked, attendees: contact })).mayPayLater).toBe(
    undefined,
  )
  expect(await refusal(app.visitor.orders.parentSession.place(place))).toBe(sentences.payLaterNotOffered)
  expect(await family.api.orders.parentSession.place(place)).toMatchObject({ status: 'paid' })
  await expectSound()
})

test('a basket is paid later as a whole, and a repeated submit is the same order', async () => {
  const family = await makeFamily(app, { children: 2 })
  const basket = family.api.sessionBaskets.class
  const dates = [await aDate(), await aDate()]
  await basket.add({ sessionIds: dates.map(({ id }) => id), attendees: attendeesOf('class', family) })
  const { lines, mayPayLater } = await basket.list({ lineIds: [], discountCode: '' })
  expect(mayPayLater).toBe(true)
  const submit = () =>
    basket.submit({
      ...{ lineIds: lines.items.map(({ id }) => id), discountCode: '' },
      payLater: 'voucher',
    })
  const placed = await submit()
  expect(placed).toMatchObject({ totalPence: 3400, status: 'paid' })
  expect(await submit()).toEqual(placed)
  expect(await paymentsOf(placed.orderNumber)).toMatchObject([{ method: 'voucher', amount_pence: 3400 }])
  await expectSound()
})

test('credits and a code lower the later payment, and an order without a price stays free', async () => {
  const family = await makeFamily(app, { credits: 2, children: 2 })
  await writeRow(app.db, 'discount_codes', {
    ...{ code: 'LATER50', percent: 50, kinds: ['class'], starts_at: new Date('2026-01-01') },
    ends_at: new Date('2027-01-01'),
  })
  const mixed = await bookLater(family, { creditsWanted: 2, discountCode: 'LATER50' })
  expect(mixed).toMatchObject({ totalPence: 425, status: 'paid' })
  expect(await orderOf(mixed.orderNumber)).toMatchObject({ credits_used: 2, discount_pence: 425 })
  const alone = await makeFamily(app, { credits: 2 })
  const free = await bookLater(alone)
  expect(free).toMatchObject({ totalPence: 0, status: 'paid' })
  expect(await paymentsOf(free.orderNumber)).toEqual([])
  expect(await orderOf(free.orderNumber)).toMatchObject({ payment_method: 'credits' })
  await expectSound()
})

test('a trial with a price can be paid later, and a place offered by the waiting list too', async () => {
  const family = await makeFamily(app)
  const trial = await aDate({ offersTrial: true, trialPricePence: 500 })
  const { orderNumber } = await family.api.orders.class.placeTrial({
    ...{ sessionIds: [trial.id], attendees: attendeesOf('class', family), payLater: 'childcare' },
  })
  expect(await paymentsOf(orderNumber)).toMatchObject([{ amount_pence: 500, status: 'expected' }])

  const full = await aDate({ capacity: 1 })
  const first = await makeFamily(app)
  await first.api.orders.class.place(bookingRequest(first, full)).then(first.api.orders.class.cancel)
  const holder = await first.api.orders.class.place(bookingRequest(first, full))
  await family.api.waitingLists.class.join({
    ...{ offeringId: full.offeringId, sessionId: full.id, attendees: attendeesOf('class', family) },
  })
  await first.api.orders.class.cancel(holder)
  const taken = await family.api.orders.class.place({
    ...bookingRequest(family, full),
    payLater: 'childcare',
  })
  expect(taken).toMatchObject({ status: 'paid' })
  expect(await rowOf(app.db, 'waiting_entries', { session_id: full.id })).toMatchObject({ status: 'booked' })
  await expectSound()
})

test('three orders at once are unpaid, by card or paid later; those of the office do not count', async () => {
  const family = await makeFamily(app)
  const other = await aDate()
  await desk.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [other.id], expected: { totalPence: 850, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: '' },
  })
  const first = await bookLater(family)
  await bookLater(family)
  await bookLater(family, { payLater: undefined })
  expect(await refusal(bookLater(family))).toBe(sentences.tooManyUnpaidOrders)
  expect(await refusal(bookLater(family, { payLater: undefined }))).toBe(sentences.tooManyUnpaidOrders)
  const pack = await writeRow(app.db, 'class_packs', { name: '8 classes', credits: 8, price_pence: 6000 })
  expect(await refusal(family.api.credits.buyPack({ packId: pack }))).toBe(sentences.tooManyUnpaidOrders)
  await receive(first.orderNumber, 849)
  expect(await refusal(bookLater(family))).toBe(sentences.tooManyUnpaidOrders)
  await receive(first.orderNumber, 1, 849)
  await bookLater(family)
  // A receipt that was wrong is expected again, whatever was ordered meanwhile.
  const receipt = (await desk.orders.get({ number: first.orderNumber })).expected?.receipts.at(-1)
  await desk.orders.correctReceipt({
    receiptId: receipt?.id ?? 0,
    receivedPence: 850,
    reason: 'Another family',
  })
  await expectSound()
})

test('simultaneous orders that are paid later do not exceed the limit', async () => {
  const family = await makeFamily(app)
  const dates = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aDate()))
  const presses = await Promise.all(
    dates.map(session =>
      refusal(family.api.orders.class.place({ ...bookingRequest(family, session), payLater: 'childcare' })),
    ),
  )
  expect(presses.filter(sentence => sentence === undefined)).toHaveLength(3)
  expect(new Set(presses)).toEqual(new Set([undefined, sentences.tooManyUnpaidOrders]))
  await expectSound()
})

test('the family cancels its places while nothing was received, and the order then ends', async () => {
  const family = await makeFamily(app, { children: 2 })
  const stranger = await makeFamily(app)
  const { orderNumber } = await bookLater(family)
  // The documents' Cancel stays for unpaid orders alone.
  expect(await refusal(family.api.orders.class.cancel({ orderNumber }))).toBeTruthy()
  const { places } = await family.api.ownBookings.receipt({ orderNumber })
  expect(places.map(({ mayCancel }) => mayCancel)).toEqual([true, true])
  const bookingIds = places.map(({ bookingId }) => bookingId)
  expect(await refusal(stranger.api.ownBookings.previewCancel({ bookingIds }))).toBe(
    sentences.sessionNotFound,
  )
  const expected = await family.api.ownBookings.previewCancel({ bookingIds })
  expect(expected).toEqual({ refundedPence: 0, keptPence: 0, credits: 0 })
  await family.api.ownBookings.cancelPlaces({ bookingIds, expected })
  expect(await orderOf(orderNumber)).toMatchObject({ status: 'cancelled', paid_pence: 0 })
  expect(await paymentsOf(orderNumber)).toMatchObject([{ status: 'expired' }])
  await app.runJobs()
  await expectSound()

  // Once money came, the business's own rule counts.
  const later = await bookLater(family)
  await receive(later.orderNumber, 100)
  const left = (await family.api.ownBookings.receipt({ orderNumber: later.orderNumber })).places
  expect(left.map(({ mayCancel }) => mayCancel)).toEqual([false, false])
  expect(await refusal(family.api.ownBookings.previewCancel({ bookingIds: [left[0]?.bookingId ?? 0] }))).toBe(
    sentences.placeNotCancellable,
  )
  // What the office expects for a family is not the family's to cancel.
  const session = await aDate()
  const { number } = await desk.deskBookings.place({
    ...{ accountId: family.accountId, childIds: family.childIds, offeringId: offering.id, isTrial: false },
    ...{ raises: [], sessionIds: [session.id], expected: { totalPence: 1700, creditsUsed: 0 } },
    ...{ pay: 'expected', method: 'childcare', reference: '' },
  })
  const byOffice = await family.api.ownBookings.receipt({ orderNumber: number })
  expect(byOffice.places.map(({ mayCancel }) => mayCancel)).toEqual([false, false])
  expect(byOffice.desk).toEqual({ method: 'childcare', reference: '', expectedPence: 1700 })
})

test('cancelling orders that are to be paid later, again and again, counts as abandoning orders', async () => {
  const family = await makeFamily(app)
  const letGo = async () => {
    const { orderNumber } = await bookLater(family)
    const [place] = (await family.api.ownBookings.receipt({ orderNumber })).places
    app.clock.advance(25)
    const bookingIds = [place?.bookingId ?? 0]
    const expected = await family.api.ownBookings.previewCancel({ bookingIds })
    await family.api.ownBookings.cancelPlaces({ bookingIds, expected })
  }
  for (let nth = 1; nth <= 3; nth++) await letGo()
  expect(await refusal(bookLater(family))).toContain('Several of your orders were kept for you and not paid')
})

test('money that does not come in time is shown to staff, and nothing ends by itself', async () => {
  const family = await makeFamily(app)
  const { orderNumber } = await bookLater(family)
  const late = async () =>
    (await desk.orders.list({ needs: 'expectedLate' })).items.map(({ number }) => number)
  expect(await late()).not.toContain(orderNumber)
  const made = new Date(app.clock.now().getTime() - 14 * 86_400_000 - 60_000)
  await changeRows(app.db, 'payments', { order_id: (await orderOf(orderNumber)).id }, { created_at: made })
  expect(await late()).toContain(orderNumber)
  expect(await orderOf(orderNumber)).toMatchObject({ status: 'paid' })
})
