import { expect, test } from 'vitest'
import { comparablePhone, isPlausiblePhone, phoneProblem } from './plausible-phone.ts'

test('the office takes British numbers and numbers with a country code, and no shorter ones', () => {
  const good = [
    ...[
      '07700 900123',
      '07700900123',
      '7700 900123',
      '+44 7700 900123',
      '+44 (0)7700 900123',
      '0044 7700 900123',
    ],
    ...['0117 496 0123', '020 7946 0123', '016977 3555', '0800 001 0123', '0345 000 0123'],
    ...['+353 87 123 4567', '00353 87 123 4567', '+1 (202) 555-0123', '+49 30 1234567', '+358 40 1234567'],
    ...['07700 900123 / 0117 496 0123'],
  ]
  expect(good.filter(number => !isPlausiblePhone(number))).toEqual([])
  const wrong = [
    ...['07700 900', '07700 90012', '07700 9001234', '496 0123', '1234567', '+44 7700 90012', '0000000000'],
    ...['+353 87', '+1234567890123456', '07700 900123 / 07700', '07700 900123 ask Nan', 'ask Nan', ''],
  ]
  expect(wrong.filter(isPlausiblePhone)).toEqual([])
})

test('a stored number may stay, and an empty field is no wrong number', () => {
  expect(phoneProblem('')).toBe('')
  expect(phoneProblem('07700 900', '07700  900')).toBe('')
  expect(phoneProblem('07700 900', '07700 900123')).toBe(
    'Please enter the whole number with its area code, or + and the country code',
  )
})

test('a number that is written another way is the same number', () => {
  expect(comparablePhone('07700 900123')).toBe(comparablePhone('+44 7700900123'))
  expect(comparablePhone('07700 900123')).not.toBe(comparablePhone('07700 900124'))
  expect(comparablePhone('ask Nan on 07700 900123')).not.toBe(comparablePhone('07700 900123'))
})
