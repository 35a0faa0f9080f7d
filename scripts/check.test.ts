import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd } from '#testing/run-command.ts'

const check = resolve('scripts/check.ts')

/** Runs these steps with other programs in place of the real ones. */
async function runWith(programs: Record<string, string>, steps: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-check-'))
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const result = await runToEnd([check, ...steps], { PATH: `${folder}:/usr/bin:/bin` }, folder)
  rmSync(folder, { recursive: true })
  return { ...result, lastLines: result.printed.trimEnd().split('\n').slice(-2) }
}

test('a step that does not exist does not count as passed', async () => {
  const { code, said } = await runToEnd(['scripts/check.ts', 'jorneys'], {})
  expect(said).toMatch(/^There is no step jorneys; there are: browser, [^\n]+, tests, journeys\n$/)
  expect(code).toBe(1)
})

test('the last line names the failed steps, even one whose program is missing', async () => {
  const programs = { tsc: 'sleep 0.3; exit 2', knip: 'exit 0' }
  const { code, printed, lastLines } = await runWith(programs, [
    'format and lint',
    'types of the web',
    'dead code',
  ])
  expect(printed).toContain('spawn biome ENOENT')
  expect(lastLines).toEqual(['1 passed, 2 failed', 'Failed: types of the web, format and lint'])
  expect(code).toBe(1)
})

test('failed tests are named at the end with their first line', async () => {
  const failedTest = { status: 'failed', title: 'adds up', failureMessages: ['Error: 3 is not 4\nat a line'] }
  const report = {
    ...{ numPassedTests: 1, numFailedTests: 1, numFailedTestSuites: 1 },
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failedTest] },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module\nmore', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
    ],
  }
  const vitest = `cat > test-results/tests.json <<'END'\n${JSON.stringify(report)}\nEND\nexit 1`
  const { code, printed } = await runWith({ vitest }, ['tests'])
  expect(printed.trimEnd().split('\n').slice(-5)).toEqual([
    '× a.test.ts › adds up: Error: 3 is not 4',
    '× b.test.ts: Cannot find module',
    '',
    '1 passed, 1 failed',
    'Failed: tests',
  ])
  expect(code).toBe(1)
})
