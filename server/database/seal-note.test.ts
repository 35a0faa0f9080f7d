import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { notePlace, openNote, sealNote } from './seal-note.ts'

const key = randomBytes(32)
const here = notePlace(7, 'medical')

test.each(['', 'None', 'Asthma 🫁: blue inhaler', 'x'.repeat(5_000)])(
  'a note opens as it was sealed',
  text => {
    const sealed = sealNote(key, text, here)
    expect(sealed.length).toBe(33 + Buffer.byteLength(text))
    expect(openNote(key, sealed, here)).toBe(text)
    expect(openNote(key, new Uint8Array(sealed), here)).toBe(text)
  },
)

test('the same note is sealed differently each time', () => {
  expect(sealNote(key, 'Nuts', here)).not.toEqual(sealNote(key, 'Nuts', here))
})

test('a note sealed for one family and column does not open for another', () => {
  const sealed = sealNote(key, 'Nuts', here)
  expect(() => openNote(key, sealed, notePlace(8, 'medical'))).toThrow()
  expect(() => openNote(key, sealed, notePlace(7, 'allergy'))).toThrow()
  expect(() => openNote(randomBytes(32), sealed, here)).toThrow('another data key')
})

test('a note changed in any byte does not open', () => {
  const sealed = sealNote(key, 'Nuts', here)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openNote(key, changed, here)).toThrow()
  }
  expect(() => openNote(key, sealed.subarray(0, 32), here)).toThrow('not in our form')
})
