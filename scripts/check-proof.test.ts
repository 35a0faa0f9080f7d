import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = ['docs/proof/1-classes-shop-basket.md', 'docs/proof/2-account-events-parents.md']
const items = files.flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^- ([A-Z]+-\d+)(.*)$/gm)].map(([, item, proof]) => ({
    item: item as string,
    proof: (proof as string).trim(),
  })),
)
const areas = [...new Set(items.map(({ item }) => item.replace(/-\d+$/, '')))]

test.each(areas)('every item of %s is proved by tests that exist, or says why not', area => {
  const doubtful = items
    .filter(({ item }) => item.startsWith(`${area}-`))
    .filter(({ proof }) => !isProof(proof))
    .map(({ item, proof }) => `${item} ${proof}`)
  expect(doubtful).toEqual([])
})

test.each(areas)('the items of %s stand in order, none missing and none twice', area => {
  const numbers = items
    .filter(({ item }) => item.startsWith(`${area}-`))
    .map(({ item }) => Number(/\d+$/.exec(item)))
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
})

test('the proofs are of the items of the checklist: all but those marked as not proved yet', () => {
  const checklist = readFileSync('docs/spec/checklist.md', 'utf8')
  const wanted = [...checklist.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \([^)]*\)(?! \[NEXT\])/gm)].map(
    ([, item]) => item,
  )
  expect(items.map(({ item }) => item).sort()).toEqual(wanted.sort())
})

/** Either a reason, or nothing but tests whose titles stand in their files; what was decided may stand before them. */
function isProof(proof: string): boolean {
  if (/^not by a test: .{10,}/.test(proof)) return true
  const named = proof
    .replace(/^\(decision [A-E]-\d+: [^)]+\) /, '')
    .split('; ')
    .map(one => /^(\S+\.(?:test|journey)\.tsx?) “(.+)”$/.exec(one))
  return named.every(found => found?.[1] && found[2] && hasTitle(found[1], found[2]))
}

function hasTitle(file: string, title: string): boolean {
  const source = readSource(file)
  return ["'", '"', '`'].some(quote =>
    source.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`),
  )
}

const sources = new Map<string, string>()

function readSource(file: string): string {
  const known = sources.get(file)
  if (known !== undefined) return known
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // A file that is gone proves nothing.
  }
  sources.set(file, text)
  return text
}
