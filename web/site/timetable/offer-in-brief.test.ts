import { expect, test } from 'vitest'
import { offerInBrief } from './offer-in-brief.ts'

const date = { pricePence: 850, isPackOnly: false, offersTrial: false, trialPricePence: 0 }

test.each([
  [[], ''],
  [[date], '£8.50 a class'],
  [[date, { ...date, pricePence: 950 }], 'from £8.50'],
  [[date, { ...date, pricePence: 0 }], 'free to £8.50'],
  [[{ ...date, pricePence: 0 }], 'free'],
  [[{ ...date, offersTrial: true }], '£8.50 a class, first visit free'],
  [
    [
      { ...date, offersTrial: true, trialPricePence: 400 },
      { ...date, offersTrial: true, trialPricePence: 600 },
    ],
    '£8.50 a class, first visit £4',
  ],
  [[{ ...date, isPackOnly: true }], 'paid with class credits'],
  [[date, { ...date, isPackOnly: true, pricePence: 100 }], '£8.50 a class'],
])('says what coming dates cost', (dates, words) => {
  expect(offerInBrief(dates, 'class').join(', ')).toBe(words)
})
