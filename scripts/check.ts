import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isFree } from '#testing/free-port.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { journeysOfChange } from './journeys-of-change.ts'
import { testsOfChange } from './tests-of-change.ts'

/**
 * The whole gate: first short steps side by side, then tests and journeys. `npm run check -- journeys` runs the named
 * steps. With `--changed` it runs only the tests and journeys that unpushed changes can break.
 */

interface Counted {
  passed: number
  failed: number
}
interface Step {
  name: string
  run: () => Promise<Counted>
}

/** The parts of vitest's JSON report that are read here. */
interface TestReport {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  testResults: TestFile[]
}
interface TestFile {
  name: string
  status: string
  message: string
  assertionResults: { status: string; title: string; failureMessages: string[] }[]
}

const reports = 'test-results'
/** How many failed tests are named at the end. */
const namedAtEnd = 40
const { values, positionals } = parseArgs({
  options: { changed: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const base = values.changed ? git('merge-base', 'HEAD', '@{upstream}').trim() : undefined

/** Steps that each keep one processor busy. */
const short: Step[] = [
  { name: 'browser', run: findBrowser },
  { name: 'build and its budgets', run: build },
  { name: 'types of the server', run: () => command('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of the web', run: () => command('tsc', ['-p', 'tsconfig.web.json']) },
  { name: 'types of the journeys', run: () => command('tsc', ['-p', 'tsconfig.browser.json']) },
  { name: 'dead code', run: () => command('knip', []) },
  { name: 'what only tests use', run: () => command('knip', ['--production']) },
  { name: 'format and lint', run: () => command('biome', ['ci', '--error-on-warnings', '.']) },
]
/** Steps that each keep all processors busy. */
const long: Step[] = [
  { name: 'tests', run: runTests },
  { name: 'journeys', run: runJourneys },
]

/** Runs a command and prints its output at the end, because several run at a time. */
async function command(name: string, given: string[]): Promise<Counted> {
  const { code, written } = await outcome(name, given)
  process.stdout.write(written)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function outcome(
  name: string,
  given: string[],
  {
    environment = {},
    stdio = 'pipe',
  }: { environment?: Record<string, string>; stdio?: 'pipe' | 'inherit' } = {},
): Promise<{ code: number; written: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, given, {
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    })
    let written = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (written += text))
    child.once('error', reject)
    child.once('close', code => resolve({ code: code ?? 1, written }))
  })
}

async function build(): Promise<Counted> {
  const built = await command('node', ['scripts/build.ts'])
  if (built.failed > 0) return built
  const budgets = await command('node', ['scripts/check-budgets.ts'])
  return { passed: built.passed + budgets.passed, failed: budgets.failed }
}

function git(...given: string[]): string {
  return execFileSync('git', given, { encoding: 'utf8' })
}

/** Lists the files that differ from the origin, including untracked ones. */
function changedFiles(since: string): string[] {
  const all = git('diff', '--name-only', since) + git('ls-files', '--others', '--exclude-standard')
  return all.split('\n').filter(Boolean)
}

/** Runs the tests. All rules are run, because they are short and read files that they do not import. */
async function runTests(): Promise<Counted> {
  if (base === undefined) return vitest('tests', [])
  const rules = await vitest('rules', ['--project', 'rules'])
  const places = testsOfChange(changedFiles(base))
  if (places?.length === 0) return rules
  const onBoth = ['--project', 'postgres', '--project', 'embedded', '--passWithNoTests']
  const tests = await vitest('served', [...onBoth, ...(places ?? [])])
  return { passed: rules.passed + tests.passed, failed: rules.failed + tests.failed }
}

async function vitest(report: string, given: string[]): Promise<Counted> {
  const file = `${reports}/${report}.json`
  const written = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await outcome('vitest', ['run', ...given, ...written], { stdio: 'inherit' })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as TestReport
  failures.push(...testResults.flatMap(failuresOf))
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites))
  return { passed: numPassedTests, failed }
}

/** Lists a line for each failed test of a file, and one for a file that could not be loaded. */
function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  const place = relative(process.cwd(), name)
  const failed = assertionResults.filter(each => each.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${place}: ${message.split('\n')[0]}`]
  return failed.map(
    ({ title, failureMessages }) => `${place} › ${title}: ${failureMessages[0]?.split('\n')[0] ?? ''}`,
  )
}

/** Runs first, so that a missing browser is reported before the long tests. */
async function findBrowser(): Promise<Counted> {
  try {
    process.env.CHROMIUM = await ensureChromium()
    return { passed: 1, failed: 0 }
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`)
    return { passed: 0, failed: 1 }
  }
}

async function runJourneys(): Promise<Counted> {
  const file = `${reports}/journeys.json`
  const names = base === undefined ? undefined : journeysOfChange(changedFiles(base))
  if (names?.length === 0) return { passed: 0, failed: 0 }
  if ((await findBrowser()).failed > 0) return { passed: 0, failed: 1 }
  const files = names?.map(name => `journeys/${name}.journey.ts`) ?? []
  const environment = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    JOURNEYS_PORT: process.env.JOURNEYS_PORT ?? String(await findPorts()),
  }
  const given = ['test', ...files, '--reporter=list,json']
  const { code } = await outcome('playwright', given, { environment, stdio: 'inherit' })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed || (code === 0 ? 0 : 1) }
}

/** Finds the first of four free ports, because servers of an interrupted run may still use theirs. */
async function findPorts(): Promise<number> {
  for (let port = 3911; ; port += 20) {
    const free = await Promise.all([0, 1, 10, 11].map(more => isFree(port + more)))
    if (!free.includes(false)) return port
  }
}

const total: Counted = { passed: 0, failed: 0 }
const failedSteps = new Set<string>()
/** Tests that failed, a line each. They are printed again at the end, because that is what is read of a long output. */
const failures: string[] = []

async function runStep({ name, run }: Step): Promise<void> {
  const started = performance.now()
  const { passed, failed } = await run().catch(error => {
    process.stdout.write(`${(error as Error).message}\n`)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  if (failed > 0) failedSteps.add(name)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`— ${name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
}

/** Runs the chosen steps, this many at a time. */
async function runSteps(all: Step[], maxConcurrent: number): Promise<void> {
  const left = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const takeOneByOne = async () => {
    for (let step = left.shift(); step; step = left.shift()) await runStep(step)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, takeOneByOne))
}

const steps = [...short, ...long].map(({ name }) => name)
const unknown = positionals.find(name => !steps.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no step ${unknown}; there are: ${steps.join(', ')}\n`)
  process.exit(1)
}

// Servers and scripts that tests and journeys start read the same sources again and again.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await runSteps(short, availableParallelism())
await runSteps(long, 1)
for (const failure of failures.slice(0, namedAtEnd)) process.stdout.write(`× ${failure}\n`)
if (failures.length > namedAtEnd) process.stdout.write(`× and ${failures.length - namedAtEnd} more\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
if (failedSteps.size > 0) {
  const inOrder = steps.filter(name => failedSteps.has(name))
  process.stdout.write(`Failed: ${inOrder.join(', ')}\n`)
}
process.exitCode = total.failed === 0 ? 0 : 1
