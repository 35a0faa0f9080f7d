import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const before = { allergy: 'None', note: '', contact: { name: 'Amit', phone: '1' } }

test('fields that the form did not change keep their stored value', () => {
  const stored = { ...before, allergy: 'Peanuts', contact: { name: 'Ruth', phone: '2' } }
  const { merged, conflicts } = mergeChanges({ before, sent: { ...before, note: 'Shy' }, stored })
  expect(merged).toEqual({ ...stored, note: 'Shy' })
  expect(conflicts).toEqual([])
})

test('a field changed on both sides is a conflict unless both values agree', () => {
  const sent = { ...before, allergy: 'Cashew nuts', note: 'Shy' }
  const conflictsWith = (stored: typeof before) => mergeChanges({ before, sent, stored }).conflicts
  expect(conflictsWith({ ...before, allergy: 'Peanuts' })).toEqual(['allergy'])
  expect(conflictsWith({ ...before, allergy: 'Cashew nuts', note: 'Shy' })).toEqual([])
})

test('an object is merged as one value and never split', () => {
  const sent = { ...before, contact: { name: 'Amit', phone: '3' } }
  const stored = { ...before, contact: { name: 'Ruth', phone: '1' } }
  expect(mergeChanges({ before, sent, stored }).conflicts).toEqual(['contact'])
})
