import { expect, test } from 'vitest'
import { readTexts } from './check-citations.ts'
import { findWordProblems, isGoodSubject, subjectsSinceCheck } from './check-words.ts'

test('texts keep to plain words', () => {
  const texts = readTexts()
  expect(texts.flatMap(findWordProblems)).toEqual([])
})

test('commit subjects say the area and what changed in 72 characters', () => {
  expect(subjectsSinceCheck().filter(subject => !isGoodSubject(subject))).toEqual([])
})

const long = `/** Returns ${'very '.repeat(30)}long. */`

test.each([
  ['a rare word in a comment', 'server/x.ts', '// Plans are made anew.', /“anew” is a rare word/],
  [
    'a rare word in a test title',
    'server/x.test.ts',
    "test('Whoever books is told')",
    /“Whoever” is a rare word/,
  ],
  ['a rare word in a document', 'docs/x.md', 'It is thereby done.', /“thereby” is a rare word/],
  ['a name with most', 'domain/x.ts', 'export const mostPlaces = 12', /mostPlaces: call a limit max…/],
  ['a riddle', 'web/x.ts', '/** What lies under the bell. */', /does not start with a verb/],
  [
    'a riddle over two lines',
    'web/x.ts',
    '/**\n * Of a camp,\n * its last day.\n */',
    /“Of a camp, its last day/,
  ],
  ['a long sentence', 'web/x.ts', long, /has more than 30 words/],
  ['a long sentence over lines', 'web/x.css', long.replaceAll('very very', 'very\n * very'), /more than 30/],
])('%s is reported', (_, path, text, problem) => {
  expect(findWordProblems({ path, text }).join('\n')).toMatch(problem)
})

test.each([
  ['an ordinary docstring', 'server/x.ts', '/** Returns the sessions of a day. Locks none of them. */'],
  ['several short sentences', 'server/x.ts', `/** ${'Returns the sessions of a day. '.repeat(9)}*/`],
  ['almost, and a common most', 'server/x.ts', 'const almostFull = atMost(most)'],
  ['the specification', 'docs/spec/1-classes-shop-basket.md', 'anew'],
])('%s is accepted', (_, path, text) => {
  expect(findWordProblems({ path, text })).toEqual([])
})

test.each(['Fix it', 'web: ', 'Web: fix it', `web: ${'x'.repeat(72)}`])(
  'the subject “%s” is refused',
  subject => {
    expect(isGoodSubject(subject)).toBe(false)
  },
)

test.each(["web: use React's own runtime", 'web-office: x', 'docs: `npm run x` is gone'])(
  '“%s” is good',
  subject => {
    expect(isGoodSubject(subject)).toBe(true)
  },
)
