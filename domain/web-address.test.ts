import { expect, test } from 'vitest'
import { isSitePath, isWebAddress } from './web-address.ts'

test.each([
  'https://facebook.example.test/conkerandkite',
  'https://example.test',
  'https://example.test:8443/a?b=c@d#e',
  'https://bücher.example.test/',
])('%s is a web address', address => {
  expect(isWebAddress(address)).toBe(true)
})

test.each([
  '',
  'http://example.test',
  'javascript:alert(1)',
  'https://',
  'https:///evil.test',
  'https:/\\evil.test',
  'https:\\\\evil.test',
  'https://localhost',
  'https://example.test@evil.test',
  'https://user:password@example.test/',
  'https://user@example.test',
  'https://@example.test/',
  'https://example.test/a\nb',
  'https://example.test/\r\nset-cookie: a=b',
  'https://example.test/a b',
  'https://example.test\\evil.test',
  'https://example.test/\u202egpj.exe',
  'https://example.test/\u0000',
])('%j is not a web address', address => {
  expect(isWebAddress(address)).toBe(false)
})

test('a path of this site cannot lead to another site', () => {
  for (const path of ['/', '/shop', '/home/classes?week=2#top']) expect(isSitePath(path)).toBe(true)
  for (const path of ['', 'shop', '//evil.test', '/\\evil.test', '/a\\b', '/\t/evil.test', '/\n/evil.test'])
    expect(isSitePath(path)).toBe(false)
})
