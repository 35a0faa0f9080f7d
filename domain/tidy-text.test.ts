import { expect, test } from 'vitest'
import { isPhoneNumber } from './email-address.ts'
import { tidyLine, tidyNote, tidyPhone, tidyPostcode } from './tidy-text.ts'

const invisible =
  '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'

test.each([...invisible])('U+%s is removed from a line', sign => {
  expect(tidyLine(` ${sign} Zo${sign}ë ${sign}`)).toBe('Zoë')
  expect(tidyLine(sign)).toBe('')
})

test('a letter and its accent are stored as one character', () => {
  expect(tidyLine('Zoe\u0308')).toBe('Zo\u00eb')
})

test('a note keeps joining characters, and is empty if it has no visible text', () => {
  expect(tidyNote(' Nuts 👨‍👩‍👧\nMilk ')).toBe('Nuts 👨‍👩‍👧\nMilk')
  expect(tidyNote(`\u200b \n${invisible}`)).toBe('')
})

test.each([
  ['\u202a07700 900451\u202c', '07700 900451'],
  ['07700\u2013900451', '07700-900451'],
  ['07700\u2011900\u2212451', '07700-900-451'],
  ['07700\u00a0900\u2009451', '07700 900 451'],
])('the telephone number %j is stored as %s', (typed, stored) => {
  expect(tidyPhone(typed)).toBe(stored)
  expect(isPhoneNumber(stored)).toBe(true)
})

test.each([
  ['bs14ac', 'BS1 4AC'],
  ['BS1  4AC', 'BS1 4AC'],
  ['bs1-4ac', 'BS1 4AC'],
  ['ec1a1bb', 'EC1A 1BB'],
  ['w1a 0ax', 'W1A 0AX'],
  ['m11ae', 'M1 1AE'],
  ['\u200bBS1 4AC', 'BS1 4AC'],
  ['gir0aa', 'GIR 0AA'],
  ['75008 Paris', '75008 Paris'],
  ['none', 'none'],
  ['', ''],
])('the postcode %j is stored as %j', (typed, stored) => {
  expect(tidyPostcode(typed)).toBe(stored)
})
