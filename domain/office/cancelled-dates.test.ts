import { expect, test } from 'vitest'
import { settlePlaces } from '../settlement.ts'
import { type DatesSettled, outcomeOf, outcomesInWords, termsOfDate } from './cancelled-dates.ts'

const paid = { payablePence: 850, creditsUsed: 0, creditPrice: 1, backPence: 0, creditsBack: 0 }

/** Settles one place alone. Returns its refund, its credits and the outcome. */
function settledAs(settle: DatesSettled, place: Partial<typeof paid>, leftPence = 10_000) {
  const whole = { ...paid, ...place }
  const [settlement] = settlePlaces([{ ...whole, terms: termsOfDate(settle) }], leftPence)
  if (!settlement) throw new Error('one place')
  const { refundedPence, creditsReturned, creditsGranted } = settlement
  const credits = creditsReturned + creditsGranted
  return { refundedPence, credits, why: outcomeOf(whole, settlement, settle) }
}
const wordsOf = (...settled: ReturnType<typeof settledAs>[]) => outcomesInWords(settled)

test('a place that is settled as chosen gets no explanation', () => {
  expect(wordsOf(settledAs('card', {}), settledAs('credits', {}), settledAs('move', {}))).toEqual([])
  expect(wordsOf(settledAs('credits', { payablePence: 0, creditsUsed: 1 }))).toEqual([])
})

test('credits that go back although money was chosen are explained', () => {
  const withCredit = { payablePence: 0, creditsUsed: 1 }
  expect(wordsOf(settledAs('card', withCredit))).toEqual([
    '1 place was paid with credits: 1 credit goes back',
  ])
  expect(
    wordsOf(settledAs('card', withCredit), settledAs('card', withCredit), settledAs('card', {})),
  ).toEqual(['2 places were paid with credits: 2 credits go back'])
  expect(wordsOf(settledAs('card', { payablePence: 400, creditsUsed: 1, creditPrice: 2 }))).toEqual([
    '1 place was partly paid with credits: £4.00 and 1 credit go back',
  ])
})

test('a refund as money although credits were chosen is explained', () => {
  expect(wordsOf(settledAs('credits', { creditPrice: 0 }))).toEqual([
    '1 place has no price in credits: £8.50 goes back',
  ])
})

test('places that get less or nothing are explained', () => {
  expect(
    wordsOf(
      settledAs('card', { payablePence: 0 }),
      settledAs('card', { backPence: 850 }),
      settledAs('card', {}, 500),
      settledAs('card', {}, 0),
    ),
  ).toEqual([
    '1 place was free: nothing goes back',
    '1 place has had its money back before: nothing goes back',
    '2 places get less, because money of their orders went back before: £5.00 goes back',
  ])
})
