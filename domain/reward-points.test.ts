import { expect, test } from 'vitest'
import { pointsTakenBack } from './reward-points.ts'

const order = { paidPence: 850, backPence: 0, held: 8, short: 0, balance: 20 }

test('a refund takes back the points that the remaining payment no longer earns', () => {
  expect(pointsTakenBack(order, 850)).toBe(8)
  expect(pointsTakenBack(order, 350)).toBe(3)
  expect(pointsTakenBack(order, 50)).toBe(0)
  expect(pointsTakenBack({ ...order, backPence: 350, held: 5 }, 500)).toBe(5)
})

test('no more points are taken back than the family still has', () => {
  expect(pointsTakenBack({ ...order, balance: 2 }, 850)).toBe(2)
  expect(pointsTakenBack({ ...order, short: 6, balance: 0 }, 100)).toBe(0)
  expect(pointsTakenBack(order, 0)).toBe(0)
})
