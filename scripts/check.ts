import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { isFree } from '#testing/free-port.ts'
import { ensureChromium } from './ensure-chromium.ts'

/** The whole gate, in order: a browser, format and lint, types, dead code, build and its budgets, tests, journeys. */

interface Counted {
  passed: number
  failed: number
}
interface Step {
  name: string
  run: () => Promise<Counted>
}

const reports = 'test-results'
const nodeArguments = process.argv.slice(2)

const steps: Step[] = [
  { name: 'browser', run: findBrowser },
  { name: 'format and lint', run: () => command('biome', ['ci', '--error-on-warnings', '.']) },
  { name: 'types of the server', run: () => command('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of the web', run: () => command('tsc', ['-p', 'tsconfig.web.json']) },
  { name: 'types of the journeys', run: () => command('tsc', ['-p', 'tsconfig.browser.json']) },
  { name: 'dead code', run: () => command('knip', []) },
  { name: 'what only tests use', run: () => command('knip', ['--production']) },
  { name: 'build', run: () => command('node', ['scripts/build.ts']) },
  { name: 'budgets of the build', run: () => command('node', ['scripts/check-budgets.ts']) },
  { name: 'tests', run: runTests },
  { name: 'journeys', run: runJourneys },
]

async function command(
  name: string,
  given: string[],
  environment: Record<string, string> = {},
): Promise<Counted> {
  const code = await exitCode(name, given, environment)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function exitCode(name: string, given: string[], environment: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, given, {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

async function runTests(): Promise<Counted> {
  const file = `${reports}/tests.json`
  const code = await exitCode(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {},
  )
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numFailedTestSuites: number
  }
  const failed = report.numFailedTests || (code === 0 ? 0 : Math.max(1, report.numFailedTestSuites))
  return { passed: report.numPassedTests, failed }
}

/** First of all: whoever has to install one by hand hears it before the long tests. */
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
  if ((await findBrowser()).failed > 0) return { passed: 0, failed: 1 }
  const code = await exitCode('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    JOURNEYS_PORT: process.env.JOURNEYS_PORT ?? String(await findPorts()),
  })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed || (code === 0 ? 0 : 1) }
}

/** The first of four ports that are free: the servers of a run that was interrupted may still have theirs. */
async function findPorts(): Promise<number> {
  for (let port = 3911; ; port += 20) {
    const free = await Promise.all([0, 1, 10, 11].map(more => isFree(port + more)))
    if (!free.includes(false)) return port
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Counted = { passed: 0, failed: 0 }
const chosen = nodeArguments.length > 0 ? steps.filter(step => nodeArguments.includes(step.name)) : steps
for (const step of chosen) {
  process.stdout.write(`\n— ${step.name}\n`)
  const started = performance.now()
  const { passed, failed } = await step.run()
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`— ${step.name}: ${failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
