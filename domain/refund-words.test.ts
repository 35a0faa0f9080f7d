import { expect, test } from 'vitest'
import { backInWords, type PlaceRefund, refundInWords } from './refund-words.ts'

const nothing: PlaceRefund = {
  ...{ refundedPence: 0, method: 'card', isOnItsWay: false, refundedBeforePence: 0, credits: 0 },
}

test('a place’s refund is described with its method, money before credits', () => {
  expect(refundInWords(nothing)).toBe('')
  expect(refundInWords({ ...nothing, refundedPence: 850 })).toBe('£8.50 refunded to your card')
  expect(refundInWords({ ...nothing, refundedPence: 850, isOnItsWay: true })).toBe(
    '£8.50 is on its way to your card',
  )
  expect(refundInWords({ ...nothing, refundedPence: 850, method: 'cash' })).toBe('£8.50 refunded')
  expect(refundInWords({ ...nothing, credits: 1 })).toBe('1 credit returned')
  expect(refundInWords({ ...nothing, refundedPence: 500, refundedBeforePence: 350, credits: 2 })).toBe(
    '£5.00 refunded to your card, £3.50 refunded before, 2 credits returned',
  )
})

test('refunds besides cancelled places are described: money by its method, then credits', () => {
  const none = { refunds: [], creditsTaken: 0, creditsGiven: 0 }
  expect(backInWords(none)).toBe('')
  const toCard = { refundedPence: 5950, method: 'card' as const, isOnItsWay: false }
  expect(backInWords({ ...none, refunds: [toCard], creditsTaken: 7 })).toBe(
    '£59.50 refunded to your card, 7 credits given back',
  )
  expect(backInWords({ ...none, creditsGiven: 1 })).toBe('1 credit given as goodwill')
})
