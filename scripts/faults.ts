// Tests what the product survives: families book without pause while something breaks, again and again. Run
// by `npm run faults`. A row says how many bookings were acknowledged, how many of them are lost, and how
// many exist although they were refused. It also says how long after the end of the fault (or its beginning,
// if it never ends) the next booking was acknowledged, beside the aim. `npm run faults -- failover --rounds
// 2` runs the named rows in so many rounds. After `--minutes 30` no further round of a row begins.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { connectToPostgres, type Database, openEmbeddedDatabase } from '#server/database/connect.ts'
import { apiAt } from '#testing/api-at.ts'
import { openDatabaseProxy } from '#testing/database-proxy.ts'
import { findViolations } from '#testing/find-violations.ts'
import { freePort } from '#testing/free-port.ts'
import { killSnowDay, openSnowSite } from '#testing/kill-snow-day.ts'
import { writeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { migrateOpened, servicesOfDatabase, sharedDataKey } from '#testing/services-of-database.ts'
import { snowPlaces, snowSteps } from '#testing/snow-day.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { type BehindProxies, startBehindProxies } from '#testing/start-behind-proxies.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'

interface Outcome {
  acknowledged: number
  lost: number
  /** Bookings that exist although every attempt was refused. */
  keptThoughRefused: number
  /** The milliseconds of each round. */
  backAfter: number[]
  broken: string
}
interface Row {
  name: string
  fault: string
  rounds: number
  /** The seconds within which the next booking must be confirmed; unlimited by default. */
  aim?: number
  run: (rounds: number) => Promise<Outcome>
}

const families = 50

const rows: Row[] = [
  {
    name: 'two starts',
    fault: 'embedded database: a second start beside the first, both killed under load',
    rounds: 20,
    run: twoStarts,
  },
  {
    name: 'kill',
    fault: 'the server is killed under load',
    rounds: 500,
    aim: 3,
    run: rounds => killServer(rounds, openSite),
  },
  {
    name: 'connections',
    fault: 'PostgreSQL ends every connection under load',
    rounds: 50,
    aim: 5,
    run: rounds => onPostgres(rounds, openSite, endConnections),
  },
  ...[
    { seconds: 5, rounds: 11 },
    { seconds: 30, rounds: 3 },
    { seconds: 120, rounds: 1 },
  ].map(({ seconds, rounds }) => ({
    name: `stopped ${seconds} s`,
    fault: `PostgreSQL's processes are stopped for ${seconds} s under load`,
    rounds,
    aim: 5,
    run: (rounds: number) => onPostgres(rounds, openSite, site => stopPostgres(site, seconds)),
  })),
  {
    name: 'dead address',
    fault: 'the address of the database is dead for 30 s under load',
    rounds: 3,
    aim: 5,
    run: rounds =>
      onPostgres(rounds, openSite, async ({ setSilent }) => {
        setSilent(true)
        await pause(30_000)
        setSilent(false)
      }),
  },
  {
    name: 'kill behind proxies',
    fault: 'behind PgBouncer and HAProxy: the server is killed under load',
    rounds: 20,
    aim: 3,
    run: rounds => killServer(rounds, openSiteBehindProxies),
  },
  {
    name: 'connections behind proxies',
    fault: 'behind PgBouncer and HAProxy: PostgreSQL ends every connection under load',
    rounds: 50,
    aim: 5,
    run: rounds => onPostgres(rounds, openSiteBehindProxies, endConnections),
  },
  {
    name: 'failover',
    fault:
      'behind PgBouncer and HAProxy: the database is killed under load, its synchronous standby promoted',
    rounds: 5,
    aim: 15,
    run: failOver,
  },
  {
    name: 'snow day',
    fault: 'the server is killed while it settles nine cancelled dates of eighty places and sixty families',
    rounds: 50,
    run: killSnowDays,
  },
]

/** Inserts fifty families, and free sessions so that all of them can keep booking; about half of the tries succeed. */
async function fill(database: Database, rounds: number) {
  await migrateOpened(database)
  const place = servicesOfDatabase(database.db)
  const people = []
  for (let made = 0; made < families; made++) {
    const account = await writeAccount(place, { email: `faults-${made}-${Math.random()}@example.test` })
    people.push({ ...account, childId: await makeChild(place, account) })
  }
  const offering = await makeOffering(place)
  const sessions = []
  for (let made = 0; made < 2_000 + 8 * rounds; made++) {
    sessions.push(
      await makeSession(place, offering, { capacity: families / 2, pricePence: 0, name: `Day ${made}` }),
    )
  }
  return { people, sessions }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** The answers to the attempted bookings. */
interface Heard {
  /** The order numbers of confirmed bookings. */
  acknowledged: string[]
  /** Attempts that were all answered with a refusal. */
  refused: { childId: number; sessionId: number }[]
}

/** Lets each family book one session after another until stopped; failed calls are repeated. */
function bookWithoutPause(addresses: string[], { people, sessions }: Filled, from: { next: number }) {
  const heard: Heard = { acknowledged: [], refused: [] }
  let lastAt = Number.NEGATIVE_INFINITY
  let isOver = false
  const first = from.next
  const book = async ({ childId, token, email }: Filled['people'][number], index: number) => {
    const address = addresses[index % addresses.length] as string
    let wasUnanswered = false
    for (let at = first; !isOver && at < sessions.length; ) {
      const session = sessions[at] as Filled['sessions'][number]
      const request = bookingRequest({ childIds: [childId], fullName: '', email }, session)
      const answer = await apiAt(address, { token })
        .orders.class.place(request)
        .catch(error => error as Error)
      if (!(answer instanceof Error)) {
        heard.acknowledged.push(answer.orderNumber)
        lastAt = performance.now()
      }
      // Refused because others were quicker, or because the previous try was kept after all: continues with
      // the next session.
      const isRefused = answer instanceof Error && /already|full/i.test(answer.message)
      if (isRefused && !wasUnanswered) heard.refused.push({ childId, sessionId: session.id })
      wasUnanswered = answer instanceof Error && !isRefused
      if (wasUnanswered) await pause(100)
      else at += 1
      from.next = Math.max(from.next, at + 1)
    }
  }
  const over = Promise.all(people.map(book))
  return {
    heard,
    /** Returns the milliseconds until the next booking is confirmed. */
    nextOne: async () => {
      const began = performance.now()
      while (lastAt <= began) {
        if (performance.now() - began > 60_000) throw new Error('no booking is acknowledged any more')
        await pause(10)
      }
      return lastAt - began
    },
    stop: async () => {
      isOver = true
      await over
    },
  }
}

async function judge(
  database: Database,
  { acknowledged, refused }: Heard,
  backAfter: number[],
): Promise<Outcome> {
  const { rows: kept } = await sql<{ acknowledged: number; refused: number }>`
    select (select count(*) from orders where order_number = any(${acknowledged})) as acknowledged,
      (select count(*) from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb)
          as one ("childId" bigint, "sessionId" bigint)
        join bookings b on b.child_id = one."childId" and b.session_id = one."sessionId") as refused`.execute(
    database.db,
  )
  const violations = await findViolations(database.db, new Date())
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.length - (kept[0]?.acknowledged ?? 0),
    keptThoughRefused: kept[0]?.refused ?? 0,
    backAfter,
    broken: violations.map(({ rule }) => rule).join('; ') || 'nothing',
  }
}

const compiled = mkdtempSync(join(tmpdir(), 'maypole-compiled-'))
const newAddress = async () => `http://127.0.0.1:${await freePort()}`
async function start(address: string, environment: Record<string, string>): Promise<ChildProcess> {
  const cards = String(await freePort())
  return spawnServer(address, {
    DATA_KEY: sharedDataKey.toString('base64'),
    STRIPE_STAND_IN_PORT: cards,
    LOG_LEVEL: 'silent',
    // Reading the sources takes most of a start, and a round is one start after another.
    NODE_COMPILE_CACHE: compiled,
    ...environment,
  })
}

async function twoStarts(rounds: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-faults-'))
  const dataDir = join(folder, 'data')
  const inside = () => openEmbeddedDatabase(join(dataDir, 'database'))
  const empty = await inside()
  const filled = await fill(empty, rounds)
  await empty.close()
  const heard: Heard = { acknowledged: [], refused: [] }
  const backAfter: number[] = []
  const from = { next: 0 }
  for (const goesOn = until(rounds); goesOn(backAfter.length); ) {
    const addresses = [await newAddress(), await newAddress()]
    const began = performance.now()
    const starts = await Promise.allSettled(addresses.map(address => start(address, { DATA_DIR: dataDir })))
    const servers = starts.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const serving = addresses.filter((_, index) => starts[index]?.status === 'fulfilled')
    if (servers.length !== 1) throw new Error(`${servers.length} of two starts serve one folder`)
    const load = bookWithoutPause(serving, filled, from)
    await load.nextOne()
    backAfter.push(performance.now() - began)
    await pause(1_500)
    await Promise.all(servers.map(server => endServer(server, 'SIGKILL')))
    await load.stop()
    heard.acknowledged.push(...load.heard.acknowledged)
    heard.refused.push(...load.heard.refused)
  }
  const after = await inside()
  const told = await judge(after, heard, backAfter)
  await after.close()
  rmSync(folder, { recursive: true, force: true })
  return told
}

/** A PostgreSQL with a business in it, and how the server connects to it. */
interface Site {
  /** The environment variables of the server. */
  environment: Record<string, string>
  filled: Filled
  /** A connection that bypasses the broken one, to check the result afterwards. */
  database: Database
  admin: pg.Client
  setSilent: (silent: boolean) => void
  close: () => Promise<void>
}

async function openSite(rounds: number): Promise<Site> {
  const postgres = await startPostgres([])
  const proxy = await openDatabaseProxy(postgres.urlOf('maypole_faults'))
  const close = async () => {
    proxy.close()
    await postgres.stop()
  }
  const shop = await newShop(postgres.urlOf, { DATABASE_URL: proxy.url }, close, rounds)
  return { ...shop, setSilent: proxy.setSilent }
}

async function openSiteBehindProxies(rounds: number): Promise<Site & { topology: BehindProxies }> {
  const topology = await startBehindProxies()
  const environment = { DATABASE_URL: topology.urlOf('maypole_faults'), DATABASE_POOLER: 'transaction' }
  const shop = await newShop(topology.primary.urlOf, environment, topology.stop, rounds)
  return { ...shop, topology, setSilent: () => {} }
}

async function newShop(
  urlOf: (database: string) => string,
  proxy: Record<string, string>,
  stop: () => Promise<void>,
  rounds: number,
) {
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  // The fault may end this very connection.
  admin.on('error', () => {})
  await admin.connect()
  const url = await newDatabase({ urlOf, stop }, 'maypole_faults')
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const filled = await fill(database, rounds)
  const environment = { ...proxy, DATA_DIR: mkdtempSync(join(tmpdir(), 'maypole-faults-')) }
  const close = async () => {
    await Promise.all([admin.end().catch(() => {}), database.close()])
    await stop()
  }
  return { environment, filled, database, admin, close }
}

async function killServer(rounds: number, open: (rounds: number) => Promise<Site>): Promise<Outcome> {
  const { environment, filled, database, close } = await open(rounds)
  const address = await newAddress()
  let server = await start(address, environment)
  const load = bookWithoutPause([address], filled, { next: 0 })
  const backAfter: number[] = []
  for (const goesOn = until(rounds); goesOn(backAfter.length); ) {
    await load.nextOne()
    await pause(500)
    const began = performance.now()
    await endServer(server, 'SIGKILL')
    server = await start(address, environment)
    await load.nextOne()
    backAfter.push(performance.now() - began)
  }
  await load.stop()
  await endServer(server)
  const told = await judge(database, load.heard, backAfter)
  await close()
  return told
}

/** Breaks something between a server and its PostgreSQL; `breakIt` returns when the fault is over. */
async function onPostgres(
  rounds: number,
  open: (rounds: number) => Promise<Site>,
  breakIt: (site: Site) => Promise<void>,
): Promise<Outcome> {
  const site = await open(rounds)
  const address = await newAddress()
  const server = await start(address, site.environment)
  const load = bookWithoutPause([address], site.filled, { next: 0 })
  const backAfter: number[] = []
  for (const goesOn = until(rounds); goesOn(backAfter.length); ) {
    await load.nextOne()
    await pause(200)
    await breakIt(site)
    backAfter.push(await load.nextOne())
    if (server.exitCode !== null) throw new Error('the server ended')
  }
  await load.stop()
  await endServer(server)
  const told = await judge(site.database, load.heard, backAfter)
  await site.close()
  return told
}

async function endConnections({ admin }: Site): Promise<void> {
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'maypole_faults'`)
}

async function stopPostgres({ admin }: Site, seconds: number): Promise<void> {
  const tell = await signalsTo(admin)
  tell('SIGSTOP')
  await pause(seconds * 1000)
  tell('SIGCONT')
}

/** Returns a function that sends a signal to every process of a PostgreSQL. */
async function signalsTo(admin: pg.Client): Promise<(signal: NodeJS.Signals) => void> {
  const { rows: settings } = await admin.query('show data_directory')
  const main = readFileSync(join(settings[0].data_directory, 'postmaster.pid'), 'utf8').split(
    '\n',
  )[0] as string
  return signal => {
    const children = execFileSync('pgrep', ['-P', main], { encoding: 'utf8' }).split('\n').filter(Boolean)
    for (const id of [main, ...children]) process.kill(Number(id), signal)
  }
}

async function failOver(rounds: number): Promise<Outcome> {
  const sum: Outcome = { acknowledged: 0, lost: 0, keptThoughRefused: 0, backAfter: [], broken: 'nothing' }
  for (const goesOn = until(rounds); goesOn(sum.backAfter.length); ) {
    const { environment, filled, admin, topology, close } = await openSiteBehindProxies(1)
    const { primary, standby } = topology
    const address = await newAddress()
    const server = await start(address, environment)
    const load = bookWithoutPause([address], filled, { next: 0 })
    await load.nextOne()
    await pause(1_000)
    const kill = await signalsTo(admin)
    const began = performance.now()
    kill('SIGKILL')
    await primary.stop()
    const follower = new pg.Client({ connectionString: standby.urlOf('postgres') })
    await follower.connect()
    await follower.query('select pg_promote()')
    await follower.end()
    await load.nextOne()
    sum.backAfter.push(performance.now() - began)
    await load.stop()
    await endServer(server)
    const after = connectToPostgres(standby.urlOf('maypole_faults'), { poolSize: 1 })
    const told = await judge(after, load.heard, [])
    await after.close()
    await close()
    sum.acknowledged += told.acknowledged
    sum.lost += told.lost
    sum.keptThoughRefused += told.keptThoughRefused
    if (told.broken !== 'nothing') sum.broken = told.broken
  }
  return sum
}

/** Kills one snow day after another, each a few steps later than the one before. */
async function killSnowDays(rounds: number): Promise<Outcome> {
  const postgres = await startPostgres([])
  const url = await newDatabase(postgres, 'maypole_faults')
  const database = connectToPostgres(url, { poolSize: 4, answerWithin: 0 })
  await migrateOpened(database)
  const site = await openSnowSite(url, database.db)
  let server = await site.start()
  const backAfter: number[] = []
  const broken = new Set<string>()
  for (const goesOn = until(rounds); goesOn(backAfter.length); ) {
    const round = backAfter.length
    const killAt = 1 + Math.floor((round * (snowSteps - 2)) / rounds)
    const killed = await killSnowDay(site, server, { killAt, inDays: 30 + round })
    server = killed.server
    backAfter.push(killed.backAfter)
    for (const difference of killed.differs) broken.add(difference)
    const { settled, told, refunded } = killed.killed
    process.stdout.write(
      `killed with ${settled} orders settled, ${refunded} refunded, ${told} told: ${killed.differs.join('; ') || 'whole'}\n`,
    )
  }
  await endServer(server)
  await site.close()
  await database.close()
  await postgres.stop()
  const acknowledged = backAfter.length * snowPlaces
  return {
    acknowledged,
    lost: 0,
    keptThoughRefused: 0,
    backAfter,
    broken: [...broken].join('; ') || 'nothing',
  }
}

const { values: given, positionals: asked } = parseArgs({
  options: { rounds: { type: 'string' }, minutes: { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
})
const results = []
for (const { name, fault, rounds: usual, aim = Number.POSITIVE_INFINITY, run } of rows) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const rounds = Number(given.rounds ?? usual)
  const { acknowledged, lost, keptThoughRefused, backAfter, broken } = await run(rounds)
  const seconds = backAfter.map(each => each / 1000).sort((one, other) => one - other)
  const back = [seconds[seconds.length >> 1], seconds.at(-1)].map(each => `${each?.toFixed(1)} s`)
  results.push({
    fault,
    rounds: backAfter.length,
    acknowledged,
    lost,
    'kept though refused': keptThoughRefused,
    'back after (median)': back[0],
    longest: back[1],
    aim,
    'later than that': seconds.filter(each => each > aim).length,
    broken,
  })
  process.stdout.write(`${name}: ${JSON.stringify(results.at(-1))}\n`)
  if (lost > 0 || keptThoughRefused > 0 || broken !== 'nothing') process.exitCode = 1
}
rmSync(compiled, { recursive: true, force: true })
console.table(results)

/** Returns a function that says whether to run another round, by the number of rounds or the minutes. */
function until(rounds: number): (made: number) => boolean {
  const end = performance.now() + Number(given.minutes) * 60_000
  return made => made < rounds && performance.now() < end
}
