import { expect, test } from 'vitest'
import { runToEnd } from '#testing/run-to-end.ts'

test('a step that does not exist is no step that passed', async () => {
  const { code, said } = await runToEnd(['scripts/check.ts', 'jorneys'], {})
  expect(said).toMatch(/^There is no step jorneys; there are: browser, [^\n]+, tests, journeys\n$/)
  expect(code).toBe(1)
})
