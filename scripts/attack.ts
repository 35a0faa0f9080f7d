// Runs the long attacks on a started product, and the gate's own tests at full length: `npm run attack`.
// docs/security.md says what each row is for, and its results. `npm run attack -- rush model --share 0.1`
// runs the named rows in a tenth of their rounds. After `--minutes 30` no further round of a row of tests
// begins. Every invariant is counted afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { apiAt } from '#testing/api-at.ts'
import { findViolations } from '#testing/find-violations.ts'
import { freePort } from '#testing/free-port.ts'
import { migrateOpened, servicesOfDatabase, sharedDataKey } from '#testing/services-of-database.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { startBehindProxies } from '#testing/start-behind-proxies.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import * as accounts from './attacks/accounts.ts'
import * as callers from './attacks/callers.ts'
import * as orders from './attacks/orders.ts'
import * as places from './attacks/places.ts'
import { type Outcome, type Place, type Target, timed } from './attacks/target.ts'

type Flavour = Database['flavour']
interface Attack {
  name: string
  rounds: number
  on: Flavour[]
  /** Writes its data into the database before the server starts. */
  prepare: (place: Place, rounds: number) => Promise<(target: Target) => Promise<Outcome>>
}

const postgres: Flavour[] = ['PostgreSQL']
const both: Flavour[] = ['PostgreSQL', 'embedded']
const attacks: Attack[] = [
  { name: 'rush', rounds: 100, on: both, prepare: places.rushForPlaces },
  { name: 'model', rounds: 300_000, on: both, prepare: places.stepsOfModel },
  { name: 'hooks', rounds: 10_000, on: both, prepare: orders.forgedHooks },
  { name: 'numbers', rounds: 20_000, on: both, prepare: orders.guessedOrders },
  { name: 'codes', rounds: 10_000, on: postgres, prepare: accounts.guessedCodes },
  { name: 'times of codes', rounds: 1_000, on: postgres, prepare: accounts.timesOfCodes },
  { name: 'times of log-ins', rounds: 1_000, on: postgres, prepare: accounts.timesOfLogIns },
  { name: 'passwords', rounds: 3_000, on: postgres, prepare: accounts.guessedPasswords },
  { name: 'addresses', rounds: 1_000, on: postgres, prepare: accounts.forgedAddresses },
  { name: 'mails', rounds: 1_000, on: postgres, prepare: accounts.bombedMailboxes },
  { name: 'slow callers', rounds: 300, on: postgres, prepare: callers.slowCallers },
  { name: 'no HTTP', rounds: 5_000, on: both, prepare: callers.brokenRequests },
]

interface Tests {
  name: string
  rounds: number
  files: string[]
  /** How often each test runs in a round, in one database; once by default. */
  times?: number
  /** Runs only tests whose names contain one of these; all by default. */
  named?: string[]
  environment?: (round: number) => Record<string, string>
  behindProxies?: boolean
}
const races = ['.race.test.ts']
/** For each kind of thing that can be sold or used twice: a race, and its control without the defence. */
const tenKinds = [
  'race for ten places',
  'race for ten kites',
  'spends five credits once',
  'same credits are spent several times',
  'discount code for ten',
  'one trial of a type, however many tabs',
  'nobody but the invited one',
  'an offer that runs out while',
  'many families move to the last place',
  'of two hundred guesses',
  'right code sent two hundred times',
  'with the count off',
  'two hundred tabs submit differently',
  'without taking the lines under lock',
  'two hundred confirmations of one payment',
  'without the locks and the once-only indexes',
]
const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
const tests: Tests[] = [
  { name: 'races', rounds: 5, files: races },
  { name: 'ten kinds of races', rounds: 20, times: 5, files: races, named: tenKinds },
  { name: 'races behind proxies', rounds: 1, files: races, behindProxies: true },
  { name: 'ownership', rounds: 1, files: ['http/ownership'] },
  {
    name: 'bad input',
    rounds: 1,
    files: ['http/bad-input'],
    environment: () => ({ BAD_INPUT_PER_CALL: '1500' }),
  },
  {
    name: 'orders of hooks',
    rounds: 1,
    files: ['payments/many-hooks'],
    environment: () => ({ HOOKED_ORDERS: '1000' }),
  },
  {
    name: 'payments',
    rounds: 5,
    files: ['features/payments', 'orders/confirm-order', 'stripe-stand-in/'],
  },
  { name: 'pictures', rounds: 5, files: ['content/upload-picture', 'http/uploads'] },
  {
    name: 'people allowed in',
    rounds: 5,
    files: [
      'account-limits',
      'count-discount',
      'guest-order',
      'payment-link',
      'known-device',
      'waiting-list.test',
      'change-email',
    ],
  },
  { name: 'notes', rounds: 5, files: ['children/', 'back-up', 'metrics'] },
  {
    name: 'zones',
    rounds: zones.length,
    files: ['calendar', 'icalendar', 'timetable', 'payment-times', 'london-clock'],
    environment: round => ({ TZ: zones[round % zones.length] as string }),
  },
]

const { values: given, positionals: asked } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    on: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
  },
  allowPositionals: true,
})
const isAsked = ({ name }: { name: string }) => asked.length === 0 || asked.includes(name)
const roundsOf = ({ rounds }: { rounds: number }) => Math.max(1, Math.round(rounds * Number(given.share)))
const results: object[] = []

function tell(name: string, on: string, rounds: number, { result, holds }: Outcome): void {
  results.push({ name, on, rounds, result, holds })
  process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${name}, ${on}, ${rounds} rounds: ${result}\n`)
  if (!holds) process.exitCode = 1
}

/** Runs all attacks on one business, one after the other. */
async function attackOn(flavour: Flavour, chosen: Attack[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-attack-'))
  const server = flavour === 'PostgreSQL' ? await startPostgres([]) : undefined
  const url = server ? await newDatabase(server, 'maypole_attack') : ''
  const open = () =>
    server
      ? connectToPostgres(url, { poolSize: 2, answerWithin: 0 })
      : openEmbeddedDatabase(join(folder, 'database'))
  let database: Database = await open()
  await migrateOpened(database)
  const place = servicesOfDatabase(database.db)
  const prepared = []
  for (const attack of chosen) prepared.push(await attack.prepare(place, roundsOf(attack)))
  if (!server) await database.close()

  const address = `http://127.0.0.1:${await freePort()}`
  const product = await spawnServer(address, {
    DATABASE_URL: url,
    DATA_DIR: folder,
    DATA_KEY: sharedDataKey.toString('base64'),
    TRUSTED_PROXIES: '1',
    STRIPE_STAND_IN_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  })
  const apiFrom: Target['apiFrom'] = (network, headers = {}) =>
    apiAt(address, {
      'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`,
      ...headers,
    })
  const callMeanwhile: Target['callMeanwhile'] = async work => {
    const milliseconds: number[] = []
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    // Each call comes from another caller, because a caller in a loop waits for the others (record 097).
    while (!isOver)
      milliseconds.push(await timed(apiFrom(100_000 + milliseconds.length).offerings.class.venues()))
    return milliseconds
  }
  for (const [index, attack] of chosen.entries()) {
    const target = { address, apiFrom, callMeanwhile, db: server && database.db }
    tell(attack.name, flavour, roundsOf(attack), (await prepared[index]?.(target)) as Outcome)
  }
  const isAlive = (await fetch(`${address}/healthz`)).ok
  await endServer(product)
  if (!server) database = await open()
  const broken = await findViolations(database.db, new Date())
  const result = broken.map(({ rule }) => rule).join('; ') || 'every invariant holds'
  tell('afterwards', flavour, 1, { result, holds: isAlive && broken.length === 0 })
  await database.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

const didNotStart = {
  numPassedTests: 0,
  testResults: [{ name: 'the tests did not start', status: 'failed', assertionResults: [] }],
}

/** Runs the gate's own tests repeatedly. */
async function runTests(chosen: Tests): Promise<void> {
  let passed = 0
  const failed: string[] = []
  const { times = 1, named } = chosen
  const end = performance.now() + Number(given.minutes) * 60_000
  let round = 0
  for (; round < roundsOf(chosen) && performance.now() < end; round++) {
    const file = join(mkdtempSync(join(tmpdir(), 'maypole-attack-')), 'told.json')
    const topology = chosen.behindProxies ? await startBehindProxies() : undefined
    const way = topology && {
      TEST_DATABASE_URL: topology.primary.urlOf('postgres'),
      TEST_POOLER_URL: topology.urlOf('postgres'),
      DATABASE_POOLER: 'transaction',
    }
    const command = ['vitest', 'run', '--reporter=json', `--outputFile=${file}`, ...chosen.files]
    if (times > 1) command.push(`--repeats=${times - 1}`)
    if (named) command.push(`--testNamePattern=${named.join('|')}`)
    const runner = spawn('npx', command, {
      stdio: 'ignore',
      env: { ...process.env, ...way, ...chosen.environment?.(round) },
      shell: process.platform === 'win32',
    })
    await once(runner, 'exit')
    const told = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : didNotStart
    passed += told.numPassedTests
    for (const { name, status, assertionResults } of told.testResults) {
      const ofFile = assertionResults.filter((one: { status: string }) => one.status === 'failed')
      failed.push(...ofFile.map(({ fullName }: { fullName: string }) => fullName))
      if (status === 'failed' && ofFile.length === 0) failed.push(name)
    }
    await topology?.stop()
  }
  const holds = failed.length === 0 && passed > 0
  const result = `${passed} tests passed, ${failed.length} failed${failed.map(name => `; ${name}`).join('')}`
  tell(chosen.name, 'tests', round * times, { result, holds })
}

for (const flavour of both) {
  if ((given.on ?? flavour) !== flavour) continue
  const chosen = attacks.filter(attack => isAsked(attack) && attack.on.includes(flavour))
  if (chosen.length > 0) await attackOn(flavour, chosen)
}
for (const chosen of tests.filter(isAsked)) await runTests(chosen)
console.table(results)
