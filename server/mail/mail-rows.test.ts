import { expect, test } from 'vitest'
import { placeRows, readRow, rowLine } from './mail-rows.ts'

const saturday = { what: 'Kick About', when: 'Saturday 5 December', where: 'Sunny Hall', who: 'Ada' }
const nextSaturday = { ...saturday, when: 'Saturday 12 December' }

test('dates of a class are listed together, and siblings with the same dates', () => {
  const both = [saturday, { ...saturday, who: 'Ben' }, nextSaturday, { ...nextSaturday, who: 'Ben' }]
  const rows = 'What: Kick About\nWhen: Saturday 5 December\n  Saturday 12 December\nWhere: Sunny Hall\nFor: '
  expect(placeRows(both)).toBe(`${rows}Ada, Ben`)
  expect(placeRows([...both, { ...saturday, when: 'Sunday 6 December' }])).toBe(
    `${rows.replace('\nWhere', '\n  Sunday 6 December\nWhere')}Ada\n\n${rows}Ben`,
  )
})

test('a changed date stands alone, with its old time or venue', () => {
  const moved = [saturday, nextSaturday].map(place => ({ ...place, insteadOf: { when: 'Friday' } }))
  expect(placeRows(moved).match(/Instead of: Friday\nWhere: /g)).toHaveLength(2)
  expect(placeRows([{ ...saturday, insteadOf: { where: 'The Barn' } }])).toContain(
    'Where: Sunny Hall\nInstead of: The Barn\nFor: Ada',
  )
})

test('a written row is read back with its name and value, and other lines are no rows', () => {
  expect(rowLine('What', ['a\nb', 'c']).split('\n').map(readRow)).toEqual([
    { name: 'What', value: 'a b' },
    { name: '', value: 'c' },
  ])
  expect(readRow('Paid by card: £8.50')).toEqual({ name: 'Paid by card', value: '£8.50' })
  for (const line of ['Whatever: it', 'Your order: https://x.test', 'We paid for: it', 'When: ']) {
    expect(readRow(line)).toBeUndefined()
  }
})
