import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsOfPlace, creditsToUse, lacksCredits, priceOrder } from './prices.ts'

const place = fc.record({
  pricePence: fc.integer({ min: 0, max: 20_000 }),
  credits: fc.integer({ min: 0, max: 5 }),
})
const discount = fc.option(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ amountPence: fc.integer({ min: 1, max: 30_000 }) }),
  ),
  { nil: undefined },
)

describe('the price of an order', () => {
  test('parts and totals add up to the penny', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), fc.nat(40), discount, (places, credits, off) => {
        const order = priceOrder(places, credits, off)
        const sum = (pick: (index: number) => number) =>
          places.reduce((all, _place, index) => all + pick(index), 0)
        expect(order.totalPence).toBe(order.listPence - order.creditValuePence - order.discountPence)
        expect(order.totalPence).toBeGreaterThanOrEqual(0)
        expect(order.creditsUsed).toBe(
          Math.min(
            credits,
            sum(index => places[index]?.credits ?? 0),
          ),
        )
        expect(sum(index => order.places[index]?.payablePence ?? 0)).toBe(order.totalPence)
        expect(sum(index => order.places[index]?.listPence ?? 0)).toBe(order.listPence)
        for (const part of order.places) {
          expect(part.payablePence).toBeGreaterThanOrEqual(0)
          expect(part.payablePence).toBeLessThanOrEqual(part.listPence)
        }
      }),
    )
  })

  test('a discount is shared by price, half-up; the last place takes the rest', () => {
    const payable = (pence: number[], off: Parameters<typeof priceOrder>[2], credits = 0) =>
      priceOrder(
        pence.map(pricePence => ({ pricePence, credits: 1 })),
        credits,
        off,
      ).places.map(({ payablePence }) => payablePence)
    expect(payable([855, 855], { percent: 10 })).toEqual([769, 770])
    expect(payable([1000, 1000, 1000], { amountPence: 500 })).toEqual([833, 833, 834])
    expect(payable([1000, 2000, 1000], { amountPence: 500 }, 1)).toEqual([0, 1667, 833])
    expect(payable([850, 850, 0], { percent: 50 })).toEqual([425, 425, 0])
  })

  test('each place is within a penny of its part of the discount', () => {
    const pence = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(pence, fc.integer({ min: 1, max: 30_000 }), (prices, amountPence) => {
        const order = priceOrder(
          prices.map(pricePence => ({ pricePence, credits: 0 })),
          0,
          { amountPence },
        )
        for (const { listPence, payablePence } of order.places) {
          const exact = order.listPence && (order.discountPence * listPence) / order.listPence
          expect(Math.abs(listPence - payablePence - exact)).toBeLessThan(1)
          expect(payablePence).toBeGreaterThanOrEqual(0)
        }
      }),
      { examples: [[Array(12).fill(1000), 19]] },
    )
  })

  test('credits pay for places in order; credits for part of a place pay part of its price', () => {
    const order = priceOrder(
      [
        { pricePence: 1000, credits: 2 },
        { pricePence: 1001, credits: 2 },
      ],
      3,
    )
    expect(order).toMatchObject({ creditsUsed: 3, creditValuePence: 1501, totalPence: 500 })
  })

  test('credits first cover places that can only be paid with credits', () => {
    const places = [
      { pricePence: 850, credits: 1 },
      { pricePence: 0, credits: 2 },
      { pricePence: 650, credits: 1 },
    ]
    const creditsOf = (credits: number) => priceOrder(places, credits).places.map(place => place.creditsUsed)
    expect([1, 2, 3, 4].map(creditsOf)).toEqual([
      [0, 1, 0],
      [0, 2, 0],
      [1, 2, 0],
      [1, 2, 1],
    ])
    expect(priceOrder(places, 2).totalPence).toBe(1500)
  })

  test('a discount is taken off the amount that credits leave', () => {
    const order = priceOrder(
      [
        { pricePence: 1000, credits: 1 },
        { pricePence: 1255, credits: 1 },
      ],
      1,
      { percent: 10 },
    )
    expect(order).toMatchObject({ discountPence: 126, totalPence: 1129 })
  })

  test('an amount off never makes a price negative', () => {
    expect(priceOrder([{ pricePence: 500, credits: 0 }], 0, { amountPence: 900 }).totalPence).toBe(0)
  })

  test('a remaining amount that is too small for a card is waived; thirty pence is charged', () => {
    expect(priceOrder([{ pricePence: 29, credits: 0 }], 0).totalPence).toBe(0)
    expect(priceOrder([{ pricePence: 30, credits: 0 }], 0).totalPence).toBe(30)
  })
})

test.each([
  [3, 5, undefined, 3],
  [3, 2, undefined, 2],
  [3, 5, 1, 1],
  [3, 5, 9, 3],
  [3, 5, 0, 0],
])(
  'an order needs %i credits, the account has %i, %s are wanted: %i are used',
  (needed, balance, wanted, used) => {
    expect(creditsToUse(needed, balance, wanted)).toBe(used)
  },
)

test('a free place costs no credits, unless it can only be paid with credits', () => {
  expect(creditsOfPlace({ pricePence: 0, credits: 1, isPackOnly: false })).toBe(0)
  expect(creditsOfPlace({ pricePence: 0, credits: 1, isPackOnly: true })).toBe(1)
  expect(creditsOfPlace({ pricePence: 20, credits: 2, isPackOnly: false })).toBe(2)
})

test.each([
  ['nothing that credits alone pay for', [{ isPackOnly: false, pricePence: 0, credits: 2 }], 0, false],
  ['no credits at all', [{ isPackOnly: true, pricePence: 800, credits: 1 }], 0, true],
  ['too few, and the card pays the rest', [{ isPackOnly: true, pricePence: 800, credits: 2 }], 1, false],
  ['too few for what has no price', [{ isPackOnly: true, pricePence: 0, credits: 2 }], 1, true],
  [
    'as many as it takes, before what a card can pay and starts earlier',
    [
      { isPackOnly: false, pricePence: 800, credits: 1 },
      { isPackOnly: true, pricePence: 0, credits: 1 },
    ],
    1,
    false,
  ],
  [
    'too few for two that have no price',
    [
      { isPackOnly: true, pricePence: 0, credits: 1 },
      { isPackOnly: false, pricePence: 800, credits: 1 },
      { isPackOnly: true, pricePence: 0, credits: 1 },
    ],
    1,
    true,
  ],
  [
    'as many as it takes beside what is free',
    [
      { isPackOnly: false, pricePence: 0, credits: 1 },
      { isPackOnly: true, pricePence: 0, credits: 1 },
    ],
    1,
    false,
  ],
  ['as many as it takes', [{ isPackOnly: true, pricePence: 0, credits: 2 }], 2, false],
])('whether the credits are enough: %s', (_, places, balance, lacks) => {
  expect(lacksCredits(places, balance)).toBe(lacks)
})
