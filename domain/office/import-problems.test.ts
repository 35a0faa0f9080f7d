import { expect, test } from 'vitest'
import { groupProblems } from './import-problems.ts'

/** Groups the problems without yielding. */
function grouped(problems: Parameters<typeof groupProblems>[0]) {
  const groups = groupProblems(problems)
  for (;;) {
    const next = groups.next()
    if (next.done) return next.value
  }
}

test.each([1, 10, 11, 30])('a line with the same message twice counts once: %i lines', lines => {
  const problems = Array.from({ length: lines }, (_, at) => at + 2).flatMap(line =>
    [1, 2].map(() => ({ line, column: 'price', value: '', sentence: `Line ${line}: a price is missing` })),
  )
  expect(grouped(problems)).toEqual([
    {
      column: 'price',
      sentence: 'Line 2: a price is missing',
      lines: Array.from({ length: Math.min(lines, 10) }, (_, at) => at + 2),
      count: lines,
    },
  ])
})
