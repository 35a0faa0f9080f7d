// Measures how much others are slowed by one caller in a loop, and by the office at its busiest: how long
// their calls take at a steady rate, alone and beside it. Run by `npm run bench:beside`; a short one by `node
// bench/beside.ts --seconds=3`.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Envelope } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres, type Database } from '#server/database/connect.ts'
import { makeStaff } from '#testing/office-client.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { median } from './compare-with-bare.ts'
import { makeFamilies, password } from './make-families.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { clearTerms, seedDrafts, seedTimetable } from './seed-timetable.ts'
import { child, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, record: { type: 'boolean' } },
})
const seconds = Number(values.seconds)
/**
 * Each turn measures calls first alone and then beside the load, so that other work on the machine affects
 * both.
 */
const turns = 3
/** The seconds between two calls of each other caller. The number of callers sets the calls per second. */
const everySeconds = 4
/** Callers who log in: two hundred log-ins per turn. With a hundred or fewer, the p99 would be the slowest one. */
const loggingIn = 80
/** The number of simultaneous calls of a caller in a loop. */
const tabsPerRound = 16

/**
 * The seconds between two openings of a term whose dates then change. The term is as large as a real one.
 * Opening ten a second would leave PostgreSQL a hundred thousand dead rows to vacuum, which no business does.
 */
const pressEverySeconds = 4
const termsOfTurn = Math.ceil((everySeconds + seconds) / pressEverySeconds)
const draftsOfTerm = 9_600
const changedPerBatch = 500

const say = tellResults('beside')
const now = new Date()
const startDate = addDays(mondayOf(todayInLondon(now)), 7)
/** Returns a request for a week that no other caller shares. Its filter matches every session. */
const weekOf = (minute: number) => {
  const startTime = `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  return JSON.stringify(
    contract.offerings.class.timetable.input.encode({ startDate, endDate: addDays(startDate, 6), startTime }),
  )
}
const logInOf = ({ email }: { email: string }) =>
  JSON.stringify(contract.accounts.signIn.input.encode({ email, password }))
const headersOf = (network: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': network })
const upTo = (length: number) => Array.from({ length }, (_, nth) => nth)

function keepAsking(
  given: Omit<Tabs, 'openingSeconds' | 'seconds'> & Partial<Pick<Tabs, 'seconds'>>,
): Promise<TabsResult> {
  const asking = child('./open-tabs.ts')
  asking.send({ openingSeconds: everySeconds, seconds, ...given })
  return new Promise((resolve, reject) => {
    asking.on('message', said => typeof said === 'object' && resolve(said as TabsResult))
    asking.once('exit', code => code !== 0 && reject(new Error('a caller failed; see above')))
  })
}

interface Beside<Result> {
  beside: string
  work: () => Promise<Result>
  /** Runs at the start of each turn. */
  prepare?: () => Promise<unknown>
  /** Unrelated work of the same length, which shows how much a busy machine alone slows the others down. */
  likewise?: (result: Result) => Promise<unknown>
}

/** Measures how long calls take alone and beside a load that is already running. */
async function compare<Result>(
  name: string,
  { url, bodies }: { url: string; bodies: string[] },
  { beside, work, prepare, likewise }: Beside<Result>,
): Promise<Result[]> {
  const headers = bodies.map((_, nth) => headersOf(`10.0.0.${nth + 1}`))
  const theirs = { url, bodies, headers, tabs: bodies.length, everySeconds }
  const [alone, together, results]: [TabsResult[], TabsResult[], Result[]] = [[], [], []]
  const besideLike: TabsResult[] = []
  for (let turn = 0; turn < turns; turn++) {
    await prepare?.()
    alone.push(await keepAsking(theirs))
    const [felt, result] = await Promise.all([keepAsking(theirs), work()])
    together.push(felt)
    results.push(result)
    if (likewise) besideLike.push((await Promise.all([keepAsking(theirs), likewise(result)]))[0])
  }
  const p99Of = (felt: TabsResult[]) => median(felt.map(({ p99Milliseconds }) => p99Milliseconds))
  const told = (felt: TabsResult[]) =>
    `p50 ${median(felt.map(({ p50Milliseconds }) => p50Milliseconds)).toFixed(1)} ms, p99 ${p99Of(felt).toFixed(1)} ms`
  const lost = JSON.stringify(Object.assign({}, ...[...alone, ...together].map(felt => felt.lost)))
  say(`${name} of others, alone`, told(alone))
  say(
    `${name} of others, beside ${beside}`,
    `${told(together)} (ratio ${(p99Of(together) / p99Of(alone)).toFixed(2)} of p99 alone; aim 1.10), lost ${lost}`,
  )
  if (likewise) {
    say(
      `${name} of others, beside as long that touches nothing`,
      `${told(besideLike)} (${beside}: ratio ${(p99Of(together) / p99Of(besideLike)).toFixed(2)} of this)`,
    )
  }
  return results
}

/** Returns the office's calls, made with the token of a member of staff. */
const openOffice = (url: string, token: string): OfficeApi =>
  makeOfficeApi(async (path, body) => {
    const headers = { ...headersOf('10.2.0.1'), 'x-office': '1', origin: url, cookie: `office=${token}` }
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Envelope
  })

/** Repeatedly opens a term and changes its dates until the time is over; returns how long each call took. */
async function workAtTheDesk(office: OfficeApi, { db }: Database) {
  const took = { publish: [] as number[], change: [] as number[] }
  const began = performance.now()
  const timed = async (press: keyof typeof took, work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    took[press].push(performance.now() - from)
  }
  const waiting = (await office.terms.list({})).filter(({ drafts }) => drafts > 0)
  for (const [nth, { id, version }] of waiting.slice(0, termsOfTurn).entries()) {
    const due = began + nth * pressEverySeconds * 1000
    if (performance.now() > began + (everySeconds + seconds) * 1000) break
    await pause(Math.max(0, due - performance.now()))
    await timed('publish', () => office.terms.publish({ id, version, at: null }))
    const { rows: sessions } = await sql<{
      id: number
      version: number
    }>`select s.id, s.version from sessions s
      join offerings o on o.id = s.offering_id where o.term_id = ${id} limit ${changedPerBatch}`.execute(db)
    const changes = { pricePence: 900, shiftMinutes: 15 }
    await timed('change', () => office.planner.saveSessions({ sessions, changes, tell: false, reason: '' }))
  }
  return took
}

/** Runs statements that only read the clock, at the same seconds and for as long as the desk's calls. */
async function keepBusy({ db }: Database, { publish, change }: { publish: number[]; change: number[] }) {
  const began = performance.now()
  for (const [nth, took] of publish.entries()) {
    await pause(Math.max(0, began + nth * pressEverySeconds * 1000 - performance.now()))
    const seconds = (took + (change[nth] ?? 0)) / 1000
    await sql
      .raw(`do $$ declare ending timestamptz := clock_timestamp() + interval '${seconds} s';
      begin while clock_timestamp() < ending loop end loop; end $$`)
      .execute(db)
  }
}

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_beside')
  const { families } = await makeFamilies(url, { families: loggingIn + 1, sessions: 400 })
  const product = await startProduct(url)
  const logIns = families.map(logInOf)
  for (const { name, path, bodies, loop } of [
    {
      name: 'weeks',
      path: contract.offerings.class.timetable.path,
      bodies: upTo(200).map(weekOf),
      loop: upTo(100).map(nth => weekOf(200 + nth)),
    },
    {
      name: 'log-ins',
      path: contract.accounts.signIn.path,
      bodies: logIns.slice(1),
      loop: logIns.slice(0, 1),
    },
  ]) {
    const asked = { url: `${product.url}/api/${path}` }
    // Each caller in the loop calls again when it has its answer.
    const looping = {
      ...asked,
      bodies: loop,
      headers: [headersOf('10.1.0.1')],
      tabs: tabsPerRound,
      everySeconds: 0.001,
    }
    // For half a minute a loop gets half of the idle time (record 097). That is over when the others are
    // measured.
    await keepAsking({ ...looping, seconds: 36 })
    const looped = await compare(
      name,
      { ...asked, bodies },
      { beside: 'the loop', work: () => keepAsking(looping) },
    )
    say(
      `${name} of the loop`,
      `${median(looped.map(({ pollsPerSecond }) => pollsPerSecond)).toFixed(0)} a second, not answered ${JSON.stringify(looped.at(-1)?.lost)}`,
    )
  }
  await product.stop()

  const officeUrl = await newDatabase(postgres, 'bench_beside_office')
  const database = connectToPostgres(officeUrl, { poolSize: 1, answerWithin: 0 })
  await seedTimetable(database, mondayOf(todayInLondon(now)), true)
  const { token } = await makeStaff({ db: database.db, clock: { now: () => now } })
  const withOffice = await startProduct(officeUrl)
  const weeks = {
    url: `${withOffice.url}/api/${contract.offerings.class.timetable.path}`,
    bodies: upTo(200).map(weekOf),
  }
  // Each turn has a new business, because no real one has what three turns would leave behind.
  const prepare = async () => {
    await clearTerms(database)
    await seedDrafts(database, addDays(startDate, 84), { terms: termsOfTurn, dates: draftsOfTerm })
    // Everything is on the disk before anything is measured.
    await database.runScript('checkpoint')
  }
  const took = await compare('weeks', weeks, {
    beside: 'the office',
    work: () => workAtTheDesk(openOffice(withOffice.url, token), database),
    prepare,
    likewise: result => keepBusy(database, result),
  })
  const [opened, changed] = [took.flatMap(({ publish }) => publish), took.flatMap(({ change }) => change)]
  say(
    'the office',
    `${opened.length} times ${draftsOfTerm.toLocaleString('en-GB')} dates opened (${median(opened).toFixed(0)} ms each), ${changed.length} times ${changedPerBatch} changed (${median(changed).toFixed(0)} ms each)`,
  )
  await database.close()
  await withOffice.stop()
} finally {
  await postgres.stop()
}
