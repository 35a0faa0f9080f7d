import { expect, test } from 'vitest'
import { addressLine, guestName, longDay, longMoment, termWords, timeOfDay } from './format-dates.ts'

test('mails and messages write days and times in words', () => {
  expect(longDay('2026-12-05')).toBe('Saturday 5 December 2026')
  expect(timeOfDay('10:00:00')).toBe('10:00')
  expect(longMoment(new Date('2026-07-05T22:30:00Z'))).toMatch(/^Sunday,? 5 July 2026 at 23:30$/)
})

test('a term is described by its days and its closures', () => {
  const term = { name: 'Spring', startDate: '2027-01-04', endDate: '2027-03-28', closures: [] }
  expect(termWords(term)).toBe('Spring: 4 January 2027 to 28 March 2027')
  const closures = [
    { name: 'Half-term', startDate: '2027-02-15', endDate: '2027-02-21' },
    { name: 'Show', startDate: '2027-03-06', endDate: '2027-03-06' },
  ]
  expect(termWords({ ...term, closures })).toBe(
    'Spring: 4 January 2027 to 28 March 2027. Closed: Half-term, 15 February 2027 to 21 February 2027; Show, 6 March 2027',
  )
})

test('a guest whose name a mail program would turn into a link is called Guest', () => {
  for (const name of ['Robin', 'Mrs O’Hara-Hart', 'J.R.', 'J.Smith', 'Zoë', ''])
    expect(guestName(name)).toBe(name)
  for (const name of [
    ...[
      'https://prize.test',
      'Ann prize.example.test/win',
      'win@prize',
      'www.x.com',
      't.co/win',
      'prize-4.com',
      '🎁.ws',
    ],
    ...['приз.рф', 'prizé.com'],
  ])
    expect(guestName(name)).toBe('Guest')
})

test('an address leaves out its empty lines', () => {
  expect(addressLine(['7 Greville Road', 'Southville', 'Bristol'])).toBe(
    '7 Greville Road, Southville, Bristol',
  )
  expect(addressLine(['7 Greville Road', '-', 'Bristol'])).toBe('7 Greville Road, Bristol')
  expect(addressLine(['', '', ''])).toBe('')
})
