import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelLines, piecesOf } from './parcels.ts'

test.each([
  [
    { name: 'Priya Shah', address: '4 Elm Lane, Leeds', postcode: 'ls1 4ab' },
    ['Priya Shah', '4 Elm Lane', 'Leeds', 'LS1 4AB'],
  ],
  [
    { name: 'Priya Shah', address: '4 Elm Lane\nLeeds LS1 4AB', postcode: 'LS1 4AB' },
    ['Priya Shah', '4 Elm Lane', 'Leeds', 'LS1 4AB'],
  ],
  [
    {
      name: 'Priya Shah',
      address: 'Flat 2, The Old Mill, 4 Elm Lane, Headingley, Leeds, LS6 4AB,',
      postcode: 'LS6 4AB',
    },
    ['Priya Shah', 'Flat 2', 'The Old Mill', '4 Elm Lane', 'Headingley, Leeds', 'LS6 4AB'],
  ],
])('a label of %o has the postcode once, at its end', (address, lines) => {
  expect(labelLines(address)).toEqual(lines)
})

test('a label has at most six lines, and loses no part of the address', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,30}$/), { maxLength: 12 }), parts => {
      const lines = labelLines({ name: 'Priya Shah', address: parts.join(', '), postcode: 'LS1 4AB' })
      expect(lines.length).toBeLessThanOrEqual(6)
      expect(lines.slice(1, -1).join(', ')).toBe(parts.join(', '))
    }),
  )
})

test('the pick list adds up the pieces of each product', () => {
  const kite = { productId: 1, name: 'Kite', quantity: 2 }
  const ball = { productId: 2, name: 'Ball', quantity: 1 }
  expect(piecesOf([{ items: [kite] }, { items: [ball, { ...kite, quantity: 3 }] }])).toEqual([
    ball,
    { ...kite, quantity: 5 },
  ])
})
