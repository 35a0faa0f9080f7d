import { expect, test } from 'vitest'
import { factWords, placeOf, subjectWords, unbroken } from './log-words.ts'

test('log entries are shown in words', () => {
  expect(subjectWords('class', 12)).toBe('Class 12')
  expect(subjectWords('discountCode', 3)).toBe('Discount code 3')
  expect(subjectWords('business', null)).toBe('Business')
  expect(placeOf('class', 12)).toBe('/office/planner/class/12')
  expect(placeOf('session', 3)).toBe('/office/session/3')
  expect(placeOf('class', null)).toBeUndefined()
  expect(placeOf('picture', 4)).toBeUndefined()
  const facts = {
    isNewDevice: true,
    sessions: [3, 4],
    offered: 0,
    publishAt: null,
    fields: ['startTime', 'pricePence'],
    paidPence: 850,
    movedTo: '2026-11-29T10:45:00.000Z',
    deletedDrafts: [],
  }
  expect(factWords(facts)).toBe(
    'new device · 2 dates · changed start, price · paid £8.50 · moved to: 29\u00a0Nov\u00a02026, 10:45',
  )
  expect(factWords({ way: 'demo' })).toBe('by demo')
  expect(factWords({ settle: 'card' })).toBe('back to the card')
  expect(factWords(null)).toBe('')
  expect(unbroken('2026-11-22T23:30:00.000Z', '2026-11-24')).toBe('Unbroken since Sun 22 Nov, 23:30')
  expect(unbroken(null, '2026-11-24')).toBe('Nothing is in the log yet')
})
