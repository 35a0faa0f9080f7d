import { expect, test } from 'vitest'
import { type FamilyPlace, familyWords } from './family-words.ts'

const place = (given: Partial<FamilyPlace>): FamilyPlace => ({
  sessionId: 1,
  state: 'booked',
  who: 'Isla',
  childId: 1,
  email: '',
  title: 'Kitchen Band',
  startDate: '2026-11-25',
  endDate: '2026-11-25',
  startTime: '10:00',
  endTime: '10:45',
  position: 0,
  keptUntil: null,
  orderNumber: null,
  ...given,
})
const words = (...places: Partial<FamilyPlace>[]) => familyWords(places.map(place), '2026-11-24')

test('a card shows each person it is booked for once', () => {
  expect(words({})).toBe('Booked: Isla')
  expect(words({}, { who: 'Noah' }, {})).toBe('Booked: Isla and Noah')
  expect(words({}, { who: 'Noah' }, { who: 'Wren' })).toBe('Booked: Isla, Noah and Wren')
  expect(words()).toBe('')
})

test('a place is reserved until a time today, or on a named day', () => {
  expect(words({ state: 'kept', keptUntil: '2026-11-24 18:00:00' })).toBe('Kept for you until 18:00')
  expect(words({ state: 'kept', keptUntil: '2026-11-25 05:00:00' })).toBe(
    'Kept for you until Wed 25 Nov, 05:00',
  )
})

test('places in the basket and waiting entries are shown as well', () => {
  expect(words({}, { state: 'inBasket', who: '' })).toBe('Booked: Isla · In your basket')
  const waiting = (position: number) => words({ state: 'waiting', position })
  expect([1, 2, 3, 4, 11, 22].map(waiting)).toEqual(
    ['1st', '2nd', '3rd', '4th', '11th', '22nd'].map(nth => `Waiting: Isla, ${nth}`),
  )
})
