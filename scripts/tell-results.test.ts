import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withResults } from '../bench/tell-results.ts'

const now = new Date('2026-11-22T12:00:00Z')

test('a bench replaces its own table and no other', () => {
  const text =
    'Before\n<!-- bench:a -->\n\nold\n\n<!-- /bench:a -->\nbetween\n<!-- bench:b -->\nkept\n<!-- /bench:b -->\n'
  const filled = withResults(text, 'a', [['many sessions', '0.65 of pgbench']], now)
  expect(filled).toBe(
    'Before\n<!-- bench:a -->\n\n| Measured 22 November 2026 | Result          |\n| ------------------------- | --------------- |\n| many sessions             | 0.65 of pgbench |\n\n<!-- /bench:a -->\nbetween\n<!-- bench:b -->\nkept\n<!-- /bench:b -->\n',
  )
  expect(withResults(filled, 'a', [['many sessions', '0.65 of pgbench']], now)).toBe(filled)
})

test('bench/results.md has a table for every bench', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const text = readFileSync('bench/results.md', 'utf8')
  const benches = Object.keys(scripts).filter(name => name.startsWith('bench:'))
  for (const bench of benches) {
    expect(withResults(text, bench.slice('bench:'.length), [['row', 'value']], now)).toContain('| row ')
  }
})
