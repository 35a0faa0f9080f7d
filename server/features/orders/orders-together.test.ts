import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { attendeesOf, bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { countQueries } from '#testing/record-database-work.ts'
import { refusal } from '#testing/refusal.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// The facts of all orders placed at the same time are read in one statement (record 011).
const app = await startTestApp()

test('concurrent orders are each decided by their own facts', async () => {
  const rich = await makeFamily(app, { credits: 4 })
  const [poor, thrifty, nosy, trying] = (await makeFamilies(app, 4)) as [Family, Family, Family, Family]
  const offering = await makeOffering(app)
  const prices = { pricePence: 1000, trialPricePence: 400, offersTrial: true, credits: 2 }
  const open = await makeSession(app, offering, prices)
  const full = await makeSession(app, offering, { ...prices, capacity: 1, placesTaken: 1 })
  const parents = await makeOffering(app, { kind: 'parentSession' })
  const circle = await makeSession(app, parents, { pricePence: 700 })
  await makeDiscountCode(app, { code: 'QUARTER', percent: 25 })
  const book = (family: Family, given: Parameters<typeof bookingRequest>[2] = {}) =>
    family.api.orders.class.place(bookingRequest(family, open, given))
  const quarter = { discountCode: 'quarter' }
  const greta = { childIds: [], fullName: 'Greta Guest', email: 'greta@example.test' }
  const [forNothing, whole, lessAQuarter, foreign, trial, late, guest] = await Promise.all([
    book(rich),
    book(poor),
    book(thrifty, quarter),
    refusal(book(nosy, { attendees: attendeesOf('class', poor) })),
    trying.api.orders.class.placeTrial(bookingRequest(trying, open)),
    refusal(nosy.api.orders.class.place(bookingRequest(nosy, full))),
    app.visitor.orders.parentSession.place(bookingRequest(greta, circle)),
  ])
  const placed = [forNothing, whole, lessAQuarter, trial, guest]
  expect(placed.map(({ totalPence }) => totalPence)).toEqual([0, 1000, 750, 400, 700])
  expect([foreign, late]).toEqual(['This child was not found', 'Sorry, this class is full'])
  const again = await Promise.all([book(poor), book(thrifty, quarter), book(nosy, quarter)])
  // The same order again is the same order; somebody else's is not.
  const numbers = again.map(({ orderNumber }) => orderNumber)
  expect(numbers.map(number => number === whole.orderNumber)).toEqual([true, false, false])
  expect(numbers.map(number => number === lessAQuarter.orderNumber)).toEqual([false, true, false])
  expect(again.map(({ totalPence }) => totalPence)).toEqual([1000, 750, 750])
})

test('concurrent previews and card pages each belong to their own order', async () => {
  const [one, other] = (await makeFamilies(app, 2)) as [Family, Family]
  const dear = await makeSession(app, await makeOffering(app), { pricePence: 1900 })
  const cheap = await makeSession(app, await makeOffering(app), { pricePence: 600 })
  const preview = (family: Family, given: ReturnType<typeof bookingRequest>) =>
    family.api.orders.class.preview(given)
  const [ofOne, ofOther, unknown] = await Promise.all([
    preview(one, bookingRequest(one, dear)),
    preview(other, bookingRequest(other, cheap)),
    refusal(preview(other, { ...bookingRequest(other, cheap), offeringId: 1_000_000 })),
  ])
  expect([ofOne, ofOther].map(({ totalPence }) => totalPence)).toEqual([1900, 600])
  expect([ofOne, ofOther].map(({ sessions }) => sessions.map(({ id }) => id))).toEqual([
    [dear.id],
    [cheap.id],
  ])
  expect(unknown).toBe(sentences.sessionNotFound)

  const [first, second] = await Promise.all([
    one.api.orders.class.place(bookingRequest(one, dear)),
    other.api.orders.class.place(bookingRequest(other, cheap)),
  ])
  const open = (family: Family, { orderNumber }: { orderNumber: string }) =>
    family.api.payments.openCardPage({ orderNumber, device: 'web' })
  const [page, another, foreign] = await Promise.all([
    open(one, first),
    open(other, second),
    refusal(open(other, first)),
  ])
  expect(page.url).not.toBe(another.url)
  expect(foreign).toBe(sentences.orderNotFound)
})

test('the more families book at once, the fewer statements a booking takes', async () => {
  const [first, ...others] = await makeFamilies(app, 20)
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 30 })
  const book = (family: Family) => family.api.orders.class.place(bookingRequest(family, session))
  const alone = await countQueries(app, () => book(first))
  const together = await countQueries(app, () => Promise.all(others.map(book)))
  expect(alone).toBe(3)
  // Each order still has its own placing statement; people and facts are read together.
  expect(together).toBeGreaterThanOrEqual(others.length + 2)
  expect(together).toBeLessThan(others.length * 2)
})
