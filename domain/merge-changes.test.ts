import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const before = { allergy: 'None', note: '', contact: { name: 'Amit', phone: '1' } }

test('what the form did not touch stays as it is stored now', () => {
  const stored = { ...before, allergy: 'Peanuts', contact: { name: 'Ruth', phone: '2' } }
  const { merged, conflicts } = mergeChanges({ before, sent: { ...before, note: 'Shy' }, stored })
  expect(merged).toEqual({ ...stored, note: 'Shy' })
  expect(conflicts).toEqual([])
})

test('what was changed on both sides is a conflict, unless both say the same', () => {
  const sent = { ...before, allergy: 'Cashew nuts', note: 'Shy' }
  const conflictsWith = (stored: typeof before) => mergeChanges({ before, sent, stored }).conflicts
  expect(conflictsWith({ ...before, allergy: 'Peanuts' })).toEqual(['allergy'])
  expect(conflictsWith({ ...before, allergy: 'Cashew nuts', note: 'Shy' })).toEqual([])
})

test('an object is one answer: its halves are never taken from two people', () => {
  const sent = { ...before, contact: { name: 'Amit', phone: '3' } }
  const stored = { ...before, contact: { name: 'Ruth', phone: '1' } }
  expect(mergeChanges({ before, sent, stored }).conflicts).toEqual(['contact'])
})
