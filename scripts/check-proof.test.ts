import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTexts } from './check-citations.ts'

/** Checklist items that the comments `// Proves BOOK-24, LIST-01 to LIST-04.` above tests name, with their files. */
const proofs = readTexts()
  .filter(({ path }) => /\.(test|journey)\.tsx?$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^ *\/\/ Proves ([^.]+)\.\n(?= *\S)/gm)].flatMap(([, cited = '']) =>
      itemsIn(cited.replaceAll(/\s*\/\/\s*/g, ' ')).map(item => ({ path, item })),
    ),
  )

const checklist = [
  ...readFileSync('docs/spec/checklist.md', 'utf8').matchAll(
    /^- \*\*([A-Z]+-\d+)\*\* \([^)]*\)( \[NEXT\])?/gm,
  ),
].map(([, item = '', next]) => ({ item, isNext: next !== undefined }))

test('every item of the checklist is proved by a test, unless it is marked [NEXT]', () => {
  const proved = new Set(proofs.map(({ item }) => item))
  expect(checklist.filter(({ item, isNext }) => !isNext && !proved.has(item))).toEqual([])
})

test('no test claims to prove an item that is not in the checklist', () => {
  const known = new Set(checklist.map(({ item }) => item))
  expect(proofs.filter(({ item }) => !known.has(item))).toEqual([])
})

/** `itemsIn('BOOK-01 to BOOK-03, LIST-09')` → BOOK-01, BOOK-02, BOOK-03, LIST-09 */
function itemsIn(cited: string): string[] {
  return cited.split(', ').flatMap(part => {
    const [from = '', to] = part.split(' to ')
    if (to === undefined) return [from]
    const [area = '', first = ''] = from.split('-')
    const last = Number(to.split('-')[1])
    return Array.from({ length: last - Number(first) + 1 }, (_, index) =>
      [area, String(Number(first) + index).padStart(2, '0')].join('-'),
    )
  })
}
