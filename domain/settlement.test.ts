import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addUp,
  type BookedRefund,
  leftToGiveBack,
  maxGoodwill,
  type PlaceMoney,
  type PolicyRow,
  proposeGoodwill,
  type Settlement,
  type SettlementTerms,
  settleGoodwill,
  settlePlaces,
  termsByPolicy,
} from './settlement.ts'

/** Refunds everything, as when the business cancels. */
const termsByBusiness: SettlementTerms = {
  money: { percent: 100 },
  rest: 'kept',
  returnCredits: true,
}

const usualPolicy: PolicyRow[] = [
  { hoursBefore: 48, cardPercent: 0, asCredits: true, returnCredits: true },
  { hoursBefore: 0, cardPercent: 0, asCredits: false, returnCredits: false },
]
const paid = (payablePence: number, given: Partial<PlaceMoney> = {}): PlaceMoney => ({
  payablePence,
  creditsUsed: 0,
  creditPrice: 1,
  backPence: 0,
  creditsBack: 0,
  ...given,
})
const settleOne = (place: PlaceMoney, terms: SettlementTerms, left = place.payablePence) =>
  settlePlaces([{ ...place, terms }], left)[0]

describe('what the cancellation policy proposes', () => {
  const ofHours = (hours: number) => settleOne(paid(850), termsByPolicy(usualPolicy, hours))

  test('the row with the most remaining hours applies', () => {
    expect(ofHours(72)).toMatchObject({ asCreditsPence: 850, creditsGranted: 1, refundedPence: 0 })
    expect(ofHours(48)).toMatchObject({ asCreditsPence: 850 })
    expect(ofHours(47.9)).toMatchObject({ keptPence: 850, creditsGranted: 0 })
    expect(ofHours(-1)).toMatchObject({ keptPence: 850, creditsReturned: 0 })
  })

  test('where credits have no price, money is refunded', () => {
    const settled = settleOne(paid(850, { creditPrice: 0 }), termsByPolicy(usualPolicy, 72))
    expect(settled).toMatchObject({ refundedPence: 850, asCreditsPence: 0, keptPence: 0 })
  })

  test('part of the money goes to the card, half-up, and the rest becomes credits', () => {
    const terms = termsByPolicy(
      [{ hoursBefore: 0, cardPercent: 50, asCredits: true, returnCredits: true }],
      5,
    )
    expect(settleOne(paid(1001, { creditPrice: 4, creditsUsed: 1 }), terms)).toMatchObject({
      refundedPence: 501,
      asCreditsPence: 500,
      creditsGranted: 2,
      creditsReturned: 1,
    })
  })
})

test('if the business cancels, all money and credits come back', () => {
  const settled = settleOne(paid(425, { creditPrice: 2, creditsUsed: 1 }), termsByBusiness)
  expect(settled).toMatchObject({ refundedPence: 425, keptPence: 0, creditsReturned: 1, creditsGranted: 0 })
})

test('a chosen amount may not exceed what the place is worth', () => {
  const terms = (pence: number): SettlementTerms => ({ money: { pence }, rest: 'kept', returnCredits: false })
  expect(() => settleOne(paid(850, { backPence: 350 }), terms(501))).toThrow('At most £5.00 can be refunded')
  expect(settleOne(paid(850, { backPence: 350 }), terms(500))).toMatchObject({ backBeforePence: 350 })
  expect(() => settleOne(paid(850), terms(850), 849)).toThrow('At most £8.49')
})

test('credits cannot be chosen if the class has no price in credits', () => {
  const terms: SettlementTerms = { money: { pence: 100 }, rest: 'credits', returnCredits: false }
  expect(() => settleOne(paid(850, { creditPrice: 0 }), terms)).toThrow('no price in credits')
  expect(settleOne(paid(100, { creditPrice: 0 }), terms)).toMatchObject({ refundedPence: 100 })
})

/**
 * An order after a sequence of events. It keeps two balances, so that it does not repeat the calculation under test.
 */
class Purses {
  readonly places: (PlaceMoney & { settled?: Settlement })[]
  /** The money received. Expected money is received in parts, other money with the order. */
  cameIn: number
  readonly refunds: BookedRefund[] = []
  business: number
  family = 0
  credits = { used: 0, returned: 0, granted: 0 }

  constructor(places: PlaceMoney[], isExpected = false) {
    this.places = places.map(place => ({ ...place }))
    this.cameIn = isExpected ? 0 : places.reduce((all, place) => all + place.payablePence, 0)
    this.business = this.cameIn
    this.credits.used = places.reduce((all, place) => all + place.creditsUsed, 0)
  }

  books() {
    const settlements = this.places.flatMap(({ settled }) => settled ?? [])
    const live = this.places.filter(({ settled }) => !settled)
    const livePence = live.reduce((all, place) => all + place.payablePence, 0)
    return addUp({ cameInPence: this.cameIn, livePence, settlements, refunds: this.refunds })
  }

  live() {
    const gone = this.places.flatMap(({ settled, payablePence }) =>
      settled ? payablePence - settled.notReceivedPence : [],
    )
    const live = this.places.filter(({ settled }) => !settled)
    return {
      payablePence: live.reduce((all, place) => all + place.payablePence, 0),
      receivedPence: this.cameIn - gone.reduce((all, pence) => all + pence, 0),
    }
  }

  receive(pence: number) {
    this.cameIn += pence
    this.business += pence
  }

  giveBack(pence: number) {
    if (pence === 0) return
    this.refunds.push({ pence, state: 'back' })
    this.business -= pence
    this.family += pence
  }

  cancel(places: (PlaceMoney & { settled?: Settlement })[], terms: SettlementTerms) {
    const left = leftToGiveBack(this.books())
    const settlements = settlePlaces(
      places.map(place => ({ ...place, terms })),
      left,
      this.live(),
    )
    for (const [index, place] of places.entries()) place.settled = settlements[index] as Settlement
    this.giveBack(settlements.reduce((all, { refundedPence }) => all + refundedPence, 0))
    for (const settlement of settlements) {
      this.business -= settlement.asCreditsPence
      this.credits.returned += settlement.creditsReturned
      this.credits.granted += settlement.creditsGranted
    }
  }
}

const place = fc.record({
  payablePence: fc.integer({ min: 0, max: 5_000 }),
  creditsUsed: fc.integer({ min: 0, max: 4 }),
  creditPrice: fc.integer({ min: 0, max: 4 }),
  backPence: fc.constant(0),
  creditsBack: fc.constant(0),
})
const policy = fc.array(
  fc.record({
    hoursBefore: fc.integer({ min: 0, max: 96 }),
    cardPercent: fc.integer({ min: 0, max: 100 }),
    asCredits: fc.boolean(),
    returnCredits: fc.boolean(),
  }),
  { maxLength: 4 },
)
const event = fc.oneof(
  fc.record({
    what: fc.constant('cancel' as const),
    which: fc.array(fc.nat(7)),
    rows: policy,
    hours: fc.nat(99),
  }),
  fc.record({ what: fc.constant('businessCancels' as const), which: fc.array(fc.nat(7)) }),
  fc.record({ what: fc.constant('goodwill' as const), share: fc.nat(100) }),
  fc.record({ what: fc.constant('goodwillForPlace' as const), place: fc.nat(7), share: fc.nat(100) }),
  fc.record({ what: fc.constant('receive' as const), share: fc.nat(100) }),
  fc.record({ what: fc.constant('fails' as const), which: fc.nat(9) }),
  fc.record({ what: fc.constant('againOrByHand' as const), which: fc.nat(9) }),
)

type OrderEvent = typeof event extends fc.Arbitrary<infer Value> ? Value : never

/** Applies the next event as far as the order allows it. */
function happen(order: Purses, next: OrderEvent) {
  const left = leftToGiveBack(order.books())
  if (next.what === 'cancel' || next.what === 'businessCancels') {
    const places = order.places.filter((each, index) => !each.settled && next.which.includes(index))
    order.cancel(places, next.what === 'cancel' ? termsByPolicy(next.rows, next.hours) : termsByBusiness)
  } else if (next.what === 'receive') {
    const { payablePence, receivedPence } = order.live()
    order.receive(Math.floor(((payablePence - receivedPence) * next.share) / 100))
  } else if (next.what === 'goodwill') {
    order.giveBack(Math.floor((left * next.share) / 100))
  } else if (next.what === 'goodwillForPlace') {
    const meant = order.places[next.place % order.places.length]
    if (!meant || meant.settled) return
    const most = Math.min(left, meant.payablePence - meant.backPence)
    const pence = Math.floor((most * next.share) / 100)
    meant.backPence += pence
    order.giveBack(pence)
  } else {
    const [from, to] = next.what === 'fails' ? (['back', 'owed'] as const) : (['owed', 'back'] as const)
    const refund = order.refunds.filter(({ state }) => state === from)[next.which]
    if (!refund) return
    refund.state = to
    order.family += to === 'back' ? refund.pence : -refund.pence
  }
}

test('the books balance after any sequence of payments and refunds', () => {
  const orders = fc.array(place, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(orders, fc.array(event, { maxLength: 12 }), fc.boolean(), (places, events, isExpected) => {
      const order = new Purses(places, isExpected)
      for (const next of events) {
        happen(order, next)
        const { payablePence, receivedPence } = order.live()
        expect(receivedPence).toBeGreaterThanOrEqual(0)
        expect(receivedPence).toBeLessThanOrEqual(payablePence)
        const books = order.books()
        const parts = [
          books.staysPence,
          books.backPence,
          books.owedPence,
          books.asCreditsPence,
          books.keptPence,
        ]
        expect(parts.reduce((all, part) => all + part)).toBe(books.cameInPence)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
        expect(books.refundedTwicePence).toBe(0)
        expect(books.backPence).toBe(order.family)
        expect(leftToGiveBack(books)).toBe(order.business)
      }
      for (const { settled, payablePence, creditsUsed } of order.places) {
        if (!settled) continue
        const { refundedPence, asCreditsPence, keptPence, backBeforePence, notReceivedPence } = settled
        expect(refundedPence + asCreditsPence + keptPence + backBeforePence + notReceivedPence).toBe(
          payablePence,
        )
        expect(isExpected || notReceivedPence === 0).toBe(true)
        expect(Object.values(settled).every(number => Number.isInteger(number) && number >= 0)).toBe(true)
        expect([0, creditsUsed]).toContain(settled.creditsReturned)
        expect(settled.creditsGranted > 0).toBe(asCreditsPence > 0)
      }
      expect(order.credits.returned).toBeLessThanOrEqual(order.credits.used)
    }),
    { numRuns: 2_000 },
  )
})

test('cancelling an order in any number of steps refunds everything that the business kept', () => {
  const orders = fc.array(place, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(orders, fc.array(event, { maxLength: 8 }), (places, events) => {
      const order = new Purses(places)
      for (const next of events.filter(({ what }) => what !== 'cancel')) happen(order, next)
      for (const each of order.places) if (!each.settled) order.cancel([each], termsByBusiness)
      const { staysPence, keptPence } = order.books()
      expect([staysPence, keptPence]).toEqual([0, 0])
    }),
    { numRuns: 1_000 },
  )
})

test('places share what was received of expected money, and the last one has the rest', () => {
  const places = [paid(1000), paid(500), paid(500)].map(place => ({ ...place, terms: termsByBusiness }))
  const live = { payablePence: 2000, receivedPence: 1001 }
  const settled = settlePlaces(places, 1001, live)
  expect(settled.map(({ refundedPence }) => refundedPence)).toEqual([500, 250, 251])
  expect(settled.map(({ notReceivedPence }) => notReceivedPence)).toEqual([500, 250, 249])
  // Cancelled one after the other, the places get the same.
  expect(settlePlaces(places.slice(0, 1), 1001, live)).toEqual(settled.slice(0, 1))
  expect(settlePlaces(places.slice(1), 501, { payablePence: 1000, receivedPence: 501 })).toEqual(
    settled.slice(1),
  )
})

test('a policy gives its percentage of what was received', () => {
  const terms: SettlementTerms = { money: { percent: 50 }, rest: 'kept', returnCredits: false }
  const [settled] = settlePlaces([{ ...paid(1000), terms }], 400, { payablePence: 1000, receivedPence: 400 })
  expect(settled).toMatchObject({ refundedPence: 200, keptPence: 200, notReceivedPence: 600 })
})

test('money that is refunded after it became credits counts as given twice', () => {
  const [settled] = settlePlaces(
    [{ ...paid(850), terms: { money: { pence: 0 }, rest: 'credits', returnCredits: false } }],
    850,
  )
  const refunds = [{ pence: 500, state: 'back' as const }]
  expect(
    addUp({ cameInPence: 850, livePence: 0, settlements: [settled as Settlement], refunds }),
  ).toMatchObject({
    backPence: 500,
    asCreditsPence: 850,
    refundedTwicePence: 500,
    staysPence: 0,
    keptPence: 0,
  })
})

describe('goodwill for places that stay booked', () => {
  const camp = paid(10_000, { creditPrice: 10 })

  test('the share of the lost days is proposed, rounded down, and never more than is left', () => {
    expect(proposeGoodwill(camp, { lost: 1, of: 5 })).toEqual({ pence: 2000, credits: 0 })
    expect(proposeGoodwill(camp, { lost: 2, of: 3 })).toEqual({ pence: 6666, credits: 0 })
    expect(proposeGoodwill({ ...camp, backPence: 9000 }, { lost: 1, of: 5 }).pence).toBe(1000)
    expect(proposeGoodwill(paid(850), { lost: 1, of: 1 })).toEqual({ pence: 850, credits: 0 })
  })

  test('credits that paid for the place are proposed as whole credits, rounded up', () => {
    const byCredits = paid(0, { creditsUsed: 4, creditPrice: 4 })
    expect(proposeGoodwill(byCredits, { lost: 1, of: 5 })).toEqual({ pence: 0, credits: 1 })
    expect(proposeGoodwill({ ...byCredits, creditsBack: 4 }, { lost: 1, of: 5 }).credits).toBe(0)
  })

  test('money becomes credits if the place has a credit price, else it goes to the card', () => {
    const asked = { pence: 2000, credits: 0 }
    const places = [
      { ...camp, asked },
      { ...camp, creditPrice: 0, asked },
    ]
    expect(settleGoodwill(places, 20_000, 'credits')).toEqual([
      { refundedPence: 0, asCreditsPence: 2000, creditsReturned: 0, creditsGranted: 2 },
      { refundedPence: 2000, asCreditsPence: 0, creditsReturned: 0, creditsGranted: 0 },
    ])
  })

  test('never more comes back than is left of the place and of its order', () => {
    const orders = fc.array(fc.tuple(place, fc.nat(6_000), fc.nat(5), fc.nat(3_000), fc.nat(3)), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(orders, fc.nat(9_000), fc.constantFrom('card', 'credits'), (of, leftPence, settle) => {
        const places = of.map(([money, pence, credits, backPence, creditsBack]) => ({
          ...money,
          backPence: Math.min(backPence, money.payablePence),
          creditsBack: Math.min(creditsBack, money.creditsUsed),
          asked: { pence, credits },
        }))
        const given = settleGoodwill(places, leftPence, settle)
        expect(
          given.reduce((sum, one) => sum + one.refundedPence + one.asCreditsPence, 0),
        ).toBeLessThanOrEqual(leftPence)
        for (const [at, one] of given.entries()) {
          const most = maxGoodwill(places[at] as PlaceMoney)
          expect(one.refundedPence + one.asCreditsPence).toBeLessThanOrEqual(most.pence)
          expect(one.creditsReturned).toBeLessThanOrEqual(most.credits)
          expect(one.creditsGranted > 0).toBe(one.asCreditsPence > 0)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
