import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packLeft, whyNoPackBack } from './office/refund-sentences.ts'
import {
  creditsLeft,
  livePenceOfItems,
  livePenceOfPack,
  packWorth,
  piecesWorth,
  type SoldPack,
} from './returns.ts'
import { addUp, type BookedRefund, leftToGiveBack } from './settlement.ts'

const pack = (given: Partial<SoldPack> = {}): SoldPack => ({
  ...{ credits: 10, paidPence: 8500, returned: 0, balance: 10 },
  ...given,
})

test('a pack is worth its unspent credits, pro rata, and never more than is left of the money', () => {
  expect(packWorth(pack(), 7, 8500)).toBe(5950)
  expect(packWorth(pack(), 7, 5000)).toBe(5000)
  expect(packLeft(pack({ balance: 7 }), 8500)).toBe('7 of 10 credits are left: £59.50')
  expect(packLeft(pack({ returned: 9 }), 850)).toBe('1 of 10 credits is left: £8.50')
})

test('the smaller of the credits not given back and the balance can be given back', () => {
  expect(creditsLeft(pack({ returned: 4, balance: 20 }))).toBe(6)
  expect(creditsLeft(pack({ returned: 4, balance: 3 }))).toBe(3)
  expect(creditsLeft(pack({ returned: 10, balance: 3 }))).toBe(0)
})

test('a pack that cannot be refunded says why', () => {
  expect(whyNoPackBack(pack(), 8500)).toBeUndefined()
  expect(whyNoPackBack(pack({ balance: 0 }), 8500)).toMatch('no credits left')
  expect(whyNoPackBack(pack({ returned: 10 }), 0)).toMatch('have been refunded')
  expect(whyNoPackBack(pack(), 0)).toMatch('All that was paid for this pack has been refunded')
})

test('the last credits of a pack are worth the pence that rounding left', () => {
  const sold = pack({ credits: 3, paidPence: 1000, balance: 3 })
  expect(packWorth(sold, 1, 1000)).toBe(333)
  expect(packWorth({ ...sold, returned: 1 }, 2, 667)).toBe(667)
})

const step = fc.oneof(
  fc.record({ what: fc.constant('spend' as const), many: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ what: fc.constant('giveBack' as const), many: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ what: fc.constant('goodwill' as const), many: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ what: fc.constant('fails' as const), many: fc.nat(5) }),
)

test('the pence and credits of a pack add up, however it is spent and given back', () => {
  const packs = fc.record({
    credits: fc.integer({ min: 1, max: 20 }),
    paidPence: fc.integer({ min: 30, max: 20_000 }),
    others: fc.integer({ min: 0, max: 5 }),
  })
  fc.assert(
    fc.property(packs, fc.array(step, { maxLength: 12 }), ({ credits, paidPence, others }, steps) => {
      const sold = { credits, paidPence, returned: 0, balance: credits + others }
      const refunds: BookedRefund[] = []
      let spent = 0
      let forCredits = 0
      const books = () =>
        addUp({ cameInPence: paidPence, livePence: livePenceOfPack(sold), settlements: [], refunds })
      for (const { what, many } of steps) {
        const left = leftToGiveBack(books())
        if (what === 'spend') {
          const now = Math.min(many, sold.balance)
          sold.balance -= now
          spent += now
        } else if (what === 'giveBack') {
          const now = Math.min(many, creditsLeft(sold))
          if (now === 0) continue
          const pence = packWorth(sold, now, left)
          sold.returned += now
          sold.balance -= now
          forCredits += pence
          refunds.push({ pence, state: 'back' })
        } else if (what === 'goodwill') {
          refunds.push({ pence: Math.min(many, left), state: 'back' })
        } else {
          const refund = refunds[many]
          if (refund) refund.state = 'owed'
        }
        const { staysPence, backPence, owedPence, keptPence, cameInPence, refundedTwicePence } = books()
        expect(staysPence + backPence + owedPence + keptPence).toBe(cameInPence)
        expect(Math.min(staysPence, backPence, owedPence, keptPence)).toBeGreaterThanOrEqual(0)
        expect(refundedTwicePence).toBe(0)
        expect(sold.returned).toBeLessThanOrEqual(credits)
        expect(sold.balance + sold.returned + spent).toBe(credits + others)
        expect(forCredits).toBeLessThanOrEqual(Math.floor((paidPence * sold.returned) / credits))
      }
      const isWhole = refunds.length > 0 && sold.returned === credits && forCredits === paidPence
      if (isWhole) expect(books().staysPence).toBe(0)
    }),
    { numRuns: 2_000 },
  )
})

test('the pence of a product order add up, however its pieces are returned', () => {
  const line = fc.record({
    unitPence: fc.integer({ min: 0, max: 3_000 }),
    quantity: fc.integer({ min: 1, max: 5 }),
  })
  const back = fc.array(
    fc.record({ line: fc.nat(4), quantity: fc.integer({ min: 1, max: 5 }), share: fc.nat(100) }),
    {
      maxLength: 10,
    },
  )
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      back,
      fc.nat(500),
      (lines, steps, postagePence) => {
        const items = lines.map(each => ({ ...each, returned: 0 }))
        const cameInPence = items.reduce(
          (all, { unitPence, quantity }) => all + unitPence * quantity,
          postagePence,
        )
        const refunds: BookedRefund[] = []
        const books = () =>
          addUp({ cameInPence, livePence: livePenceOfItems(cameInPence, items), settlements: [], refunds })
        for (const { line, quantity, share } of steps) {
          const item = items[line % items.length] as (typeof items)[number]
          const now = Math.min(quantity, item.quantity - item.returned)
          const worth = piecesWorth([{ unitPence: item.unitPence, quantity: now }], {
            ...{ items, postagePence, leftPence: leftToGiveBack(books()) },
          })
          item.returned += now
          refunds.push({ pence: Math.floor((worth * share) / 100), state: 'back' })
          const { staysPence, backPence, keptPence, refundedTwicePence } = books()
          expect(staysPence + backPence + keptPence).toBe(cameInPence)
          expect(Math.min(staysPence, backPence, keptPence, -refundedTwicePence)).toBeGreaterThanOrEqual(0)
          expect(staysPence).toBeLessThanOrEqual(livePenceOfItems(cameInPence, items))
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('postage goes back with the last pieces of an order, in one step or in several', () => {
  const hat = { unitPence: 500, quantity: 2, returned: 0 }
  const sold = { items: [hat], postagePence: 350, leftPence: 1350 }
  expect(piecesWorth([{ ...hat, quantity: 1 }], sold)).toBe(500)
  expect(piecesWorth([hat], sold)).toBe(1350)
  const last = { items: [{ ...hat, returned: 1 }], postagePence: 350, leftPence: 850 }
  expect(piecesWorth([{ ...hat, quantity: 1 }], last)).toBe(850)
  expect(livePenceOfItems(1350, last.items)).toBe(850)
  expect(livePenceOfItems(1350, [{ ...hat, returned: 2 }])).toBe(0)
})
