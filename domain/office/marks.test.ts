import { expect, test } from 'vitest'
import { countMarks, marksCloseAt, marksOpenAt, newestMarks } from './marks.ts'

const mark = (
  id: string,
  state: 'here' | 'late' | 'absent' | 'left' | 'none',
  time: string,
  byId = 1,
  bookingId = 1,
) => ({ id, state, bookingId, walkInId: null, byId, markedAt: `2026-11-24T${time}:00.000Z` })

test('the newest mark by the device’s time counts, in whatever order marks arrive and however often', () => {
  const marks = [mark('a', 'here', '10:00'), mark('b', 'absent', '10:01'), mark('c', 'late', '10:02')]
  const orders = [marks, marks.toReversed(), [...marks, ...marks], [marks[1], marks[0], marks[2]]]
  for (const order of orders)
    expect(newestMarks(order as typeof marks).get('1')).toMatchObject({ mark: { id: 'c' }, came: 'late' })
  const sameMoment = [mark('a', 'here', '10:00'), mark('b', 'absent', '10:00')]
  for (const order of [sameMoment, sameMoment.toReversed()])
    expect(newestMarks(order).get('1')?.mark.id).toBe('b')
})

test('a late child that left stays late until its marks are taken back', () => {
  const left = [mark('a', 'late', '10:05'), mark('b', 'left', '11:00')]
  expect(newestMarks(left).get('1')).toMatchObject({ mark: { state: 'left' }, came: 'late' })
  const again = [...left, mark('c', 'none', '11:01'), mark('d', 'here', '11:02')]
  expect(newestMarks(again).get('1')).toMatchObject({ mark: { state: 'here' }, came: 'here' })
})

test('two people who disagree within ten minutes are both shown', () => {
  const held = (...marks: ReturnType<typeof mark>[]) => newestMarks(marks).get('1')?.contradicts?.state
  expect(held(mark('a', 'absent', '10:02'), mark('b', 'here', '10:04', 2))).toBe('absent')
  expect(held(mark('a', 'absent', '10:02'), mark('b', 'here', '10:13', 2))).toBeUndefined()
  expect(held(mark('a', 'absent', '10:02'), mark('b', 'here', '10:04'))).toBeUndefined()
  expect(held(mark('a', 'here', '10:02'), mark('b', 'left', '10:04', 2))).toBeUndefined()
  expect(held(mark('a', 'here', '10:02'), mark('b', 'here', '10:04', 2))).toBeUndefined()
})

test('places can be marked from an hour before the class, by the desk until seven days after it', () => {
  expect(marksOpenAt('2026-11-24', '10:00').toISOString()).toBe('2026-11-24T09:00:00.000Z')
  expect(marksOpenAt('2026-07-24', '10:00').toISOString()).toBe('2026-07-24T08:00:00.000Z')
  const endsAt = new Date('2026-11-24T11:00:00Z')
  expect(marksCloseAt('teacher', endsAt)?.toISOString()).toBe('2026-11-24T13:00:00.000Z')
  expect(marksCloseAt('frontDesk', endsAt)?.toISOString()).toBe('2026-12-01T11:00:00.000Z')
  expect(marksCloseAt('manager', endsAt)).toBeNull()
})

test('marks are counted by state: a child that left is not here, and one without a mark is unmarked', () => {
  expect(countMarks(['here', 'late', 'left', 'absent', 'none', undefined])).toEqual({
    ...{ here: 2, late: 1, left: 1, absent: 1, unmarked: 2 },
  })
})
