import { expect, test } from 'vitest'
import { distanceWords, milesBetween } from './distance.ts'

test('the distance between Bristol and Bath is about eleven miles', () => {
  const bristol = { latitude: 51.4545, longitude: -2.5879 }
  const bath = { latitude: 51.3811, longitude: -2.359 }
  expect(milesBetween(bristol, bath)).toBeCloseTo(11, 0)
  expect(milesBetween(bath, bristol)).toBeCloseTo(milesBetween(bristol, bath))
  expect(milesBetween(bath, bath)).toBe(0)
})

test.each([
  [0.04, '0.1 miles'],
  [0.96, '1 mile'],
  [1.04, '1 mile'],
  [1.22, '1.2 miles'],
  [9.96, '10 miles'],
  [24.4, '24 miles'],
])('%s miles read as “%s”', (miles, words) => {
  expect(distanceWords(miles)).toBe(words)
})
