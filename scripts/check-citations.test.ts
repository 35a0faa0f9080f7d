import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invariants } from '#server/audit/invariants.ts'
import { findCitationProblems, readTexts } from './check-citations.ts'

test('everything that is cited is in the repository', () => {
  expect(readTexts().flatMap(findCitationProblems)).toEqual([])
})

test.each([
  ['a section', '/** As spec 1 §12 says. */'],
  ['a second section', '/** As spec 2 §2, §47 say. */'],
  ['a document', '/** As spec 7 §2 says. */'],
  ['a section of the calls', '// calls.md §3.19'],
  ['a decision', '/** Decision A-99. */'],
  ['a series of decisions', '/** decision Z-01 */'],
  ['a second decision', '/** decisions A-01 and B-77 */'],
  ['a decision over two lines', '/**\n * decision\n * E-98\n */'],
  ['a decision without the word', '/** Prices are the server’s (E-97). */'],
  ['an item of the checklist', '// BOOK-998'],
  ['a row of trust', '-- trust row 400'],
  ['an invariant', '-- invariant 88'],
  ['a record', '// record 777'],
  ['another spelling of a record', '// decision record 9'],
  ['another spelling of a section', '// D1 §5'],
  ['a section without a document', '// as §5 says'],
])('an invented citation is found: %s', (_, text) => {
  expect(findCitationProblems({ path: 'server/x.ts', text })).toHaveLength(1)
})

test('a file or link that does not exist is found', () => {
  const text = 'See `server/nowhere.ts` and [why](decisions/999-nothing.md), not `server/app.ts`.'
  expect(findCitationProblems({ path: 'docs/x.md', text })).toHaveLength(2)
})

test('existing files and decisions may be cited', () => {
  const text =
    '/** spec 1 §2, §4; Spec 2 §9; calls.md §3.8; decisions A-01, A-16 and E-09 to E-13; (E-33); BOOK-24; trust row 23; invariant 15; record 004; RFC 5545 §3.1. */'
  expect(findCitationProblems({ path: 'server/x.ts', text })).toEqual([])
})

test('docs/spec/trust.md lists every invariant that the audit counts', () => {
  const cited = invariants.map(({ number }) => `invariant ${number}`).join('; ')
  expect(findCitationProblems({ path: 'server/x.ts', text: cited })).toEqual([])
})

test.each(readdirSync('docs/decisions'))(
  'record %s says context, decision and consequences, in a page',
  name => {
    const text = readFileSync(`docs/decisions/${name}`, 'utf8')
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.filter(heading => heading !== 'Rejected')).toEqual([
      expect.stringMatching(new RegExp(`^${name.slice(0, 3)} \\w`)),
      'Context',
      'Decision',
      'Consequences',
    ])
    expect(text.split(/\s+/).length).toBeLessThan(600)
  },
)
