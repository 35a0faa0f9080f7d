import { expect, test } from 'vitest'
import { narrower, srcSetOf } from './narrower-pictures.ts'

test.each([
  ['/media/uploads/0f.webp', '/media/uploads/0f-160.webp'],
  [
    'https://pictures.example.test/pictures/big-kite.webp',
    'https://pictures.example.test/pictures/big-kite-160.webp',
  ],
  ['/media/logo.svg', '/media/logo.svg'],
  ['https://elsewhere.example.test/kite.webp', 'https://elsewhere.example.test/kite.webp'],
  ['', ''],
])('%s in 160 pixels is %s', (address, expected) => {
  expect(narrower(address, 160)).toBe(expected)
})

test('only pictures stored in several widths offer a choice of widths', () => {
  expect(srcSetOf('/media/uploads/0f.webp', [480, 800], 1200)).toBe(
    '/media/uploads/0f-480.webp 480w, /media/uploads/0f-800.webp 800w, /media/uploads/0f.webp 1200w',
  )
  expect(srcSetOf('/media/kite.jpg', [480], 800)).toBeUndefined()
})
