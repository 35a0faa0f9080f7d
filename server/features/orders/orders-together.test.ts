import { expect, test } from 'vitest'
import { countQueries } from '#testing/count-queries.ts'
import { type Family, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

// The facts of all orders that are asked for at the same time are read in one statement (record 011).
const app = await startTestApp()

interface Placed {
  order_sn: string
  total_price: string
}

test('orders that come together are each decided by their own facts', async () => {
  const [rich, poor, thrifty, nosy, trying] = [
    await makeFamily(app, { credits: 4 }),
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
    await makeFamily(app),
  ]
  const offering = await makeOffering(app)
  const prices = { pricePence: 1000, trialPricePence: 400, offersTrial: true, credits: 2 }
  const open = await makeSession(app, offering, prices)
  const full = await makeSession(app, offering, { ...prices, capacity: 1, placesTaken: 1 })
  const parents = await makeOffering(app, { kind: 'parentSession' })
  const circle = await makeSession(app, parents, { pricePence: 700 })
  await app.db
    .insertInto('discount_codes')
    .values({
      code: 'QUARTER',
      percent: 25,
      kinds: ['class'],
      starts_at: '2026-01-01T00:00:00Z',
      ends_at: '2027-01-01T00:00:00Z',
    })
    .execute()
  const book = (family: Family, given: object = {}, call = 'submitOrder') =>
    app.call<Placed | null>(
      `Course_Order/${call}`,
      { course_id: offering.id, course_product_id: `${open.id}`, child_id: `${family.childId}`, ...given },
      family.token,
    )
  const answers = await Promise.all([
    book(rich),
    book(poor),
    book(thrifty, { discount_code: 'quarter' }),
    book(nosy, { child_id: `${poor.childId}` }),
    book(trying, {}, 'submitOrderByTry'),
    book(nosy, { course_product_id: `${full.id}` }),
    app.call<Placed | null>('parents_order/submitOrder', {
      course_id: parents.id,
      course_product_id: `${circle.id}`,
      full_name: 'Greta Guest',
      contact_number: '07700 900002',
      email: 'greta@example.test',
    }),
  ])
  expect(answers.map(({ code, msg, data }) => (code === 1 ? data?.total_price : msg))).toEqual([
    '0.00',
    '10.00',
    '7.50',
    'This child was not found',
    '4.00',
    'Sorry, this class is full',
    '7.00',
  ])
  const again = await Promise.all([
    book(poor),
    book(thrifty, { discount_code: 'quarter' }),
    book(nosy, { discount_code: 'quarter' }),
  ])
  // The same order again is the same order; somebody else's is not.
  expect(again.map(({ data }) => data?.order_sn === answers[1]?.data?.order_sn)).toEqual([true, false, false])
  expect(again.map(({ data }) => data?.order_sn === answers[2]?.data?.order_sn)).toEqual([false, true, false])
  expect(again.map(({ data }) => data?.total_price)).toEqual(['10.00', '7.50', '7.50'])
})

test('the more families book at once, the fewer statements a booking takes', async () => {
  const families: Family[] = []
  for (let number = 0; number < 20; number++) families.push(await makeFamily(app))
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 30 })
  const book = (family: Family) =>
    app.call(
      'Course_Order/submitOrder',
      { course_id: offering.id, course_product_id: `${session.id}`, child_id: `${family.childId}` },
      family.token,
    )
  const [first, ...others] = families as [Family, ...Family[]]
  const alone = await countQueries(app, () => book(first))
  const together = await countQueries(app, async () => {
    const answers = await Promise.all(others.map(book))
    expect(answers.every(({ code }) => code === 1)).toBe(true)
  })
  expect(alone).toBe(3)
  // Each order is still placed by a statement of its own; who they are and what they depend on is read together.
  expect(together).toBeGreaterThanOrEqual(others.length + 2)
  expect(together).toBeLessThan(others.length * 2)
})
