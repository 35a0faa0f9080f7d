import { expect, test } from 'vitest'
import { type DatePrice, priceLine } from './price-line.ts'

const date = (given: Partial<DatePrice> = {}): DatePrice => ({
  ...{ pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0 },
  ...given,
})

test('a class shows the price of its dates that are on sale', () => {
  expect(priceLine([date(), date()], false)).toBe('£8.50 or 1 class credit')
  expect(priceLine([date({ credits: 0 })], false)).toBe('£8.50')
  expect(priceLine([date({ credits: 2, offersTrial: true, trialPricePence: 400 })], false)).toBe(
    '£8.50 or 2 class credits. Trial £4.00',
  )
  expect(priceLine([date({ offersTrial: true })], false)).toBe(
    '£8.50 or 1 class credit. The first visit is a free trial',
  )
  expect(priceLine([date({ pricePence: 0, credits: 0 })], false)).toBe('Free of charge')
  expect(priceLine([date({ pricePence: 0 })], true)).toBe('1 class credit; for families with a class pack')
  expect(priceLine([], false)).toBe('')
})

test('different prices are shown as a range, and a trial only if all dates offer the same', () => {
  expect(priceLine([date({ pricePence: 1450 }), date()], false)).toBe('£8.50 to £14.50 or 1 class credit')
  expect(priceLine([date(), date({ credits: 3 })], false)).toBe('£8.50 or 1 to 3 class credits')
  expect(priceLine([date(), date({ credits: 0 })], false)).toBe('£8.50')
  expect(priceLine([date(), date({ pricePence: 0, credits: 0 })], false)).toBe('Free to £8.50')
  expect(priceLine([date(), date({ offersTrial: true })], false)).toBe('£8.50 or 1 class credit')
})
