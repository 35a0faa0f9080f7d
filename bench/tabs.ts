// Measures one process with ten thousand open pages that poll every five seconds: alone, beside fifty submits
// a second, and with a restart in the middle. It is compared with a bare HTTP server that gives the same
// answers. Run by `npm run bench:tabs`; for ten minutes beside the submits by `npm run bench:tabs --
// --beside=600`; a smaller one by `node bench/tabs.ts --pages=500 --seconds=5 --beside=10`.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { auditAfter } from './audit-after.ts'
import { type Family, makeFamilies, type Place } from './make-families.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { emptyTally, openShopper, share, type Tally } from './shopper.ts'
import { child, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'
import { backendsOf, type Processes, watch } from './watch-processes.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '15' },
    beside: { type: 'string', default: '30' },
    record: { type: 'boolean' },
  },
})
const [tabs, seconds, besideSeconds] = [values.pages, values.seconds, values.beside].map(Number) as [
  number,
  number,
  number,
]
const everySeconds = 5
const submitsPerSecond = 50
const wanted = tabs / everySeconds
const pollPath = `api/${contract.notifications.countUnread.path}`

const say = tellResults('tabs')

/** How often each family submits. A fourth unpaid order would be refused. */
const submitsPerFamily = 3

/**
 * Makes a family for every page and for every three submits, with places to book. Each has twenty messages of
 * its own, one of them unread, and fifty that go to everybody.
 */
async function makeParents(url: string): Promise<{ families: Family[]; places: Place[] }> {
  // Without a restart and with one.
  const submits = 2 * (seconds + besideSeconds + everySeconds) * submitsPerSecond
  const families = Math.max(tabs, Math.ceil(submits / submitsPerFamily))
  const made = await makeFamilies(url, { families, sessions: 400 })
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const { db } = database
  const now = new Date()
  await sql`
    insert into messages (account_id, title, published_at)
    select id, 'Order confirmed', ${now} from generate_series(1, 20), accounts`.execute(db)
  await sql`
    insert into messages (title, published_at) select 'News', ${now} from generate_series(1, 50)`.execute(db)
  await sql`
    insert into message_reads (account_id, message_id, read_at)
    select account_id, id, ${now} from messages where account_id is not null and id > ${families}`.execute(db)
  await database.runScript('vacuum analyze')
  await database.close()
  return made
}

let begun = 0

/** Submits orders of one family after the other at a steady rate, however long each takes, until `ending` aborts. */
async function submitSteadily(
  url: string,
  { families, places }: Awaited<ReturnType<typeof makeParents>>,
  ending: AbortSignal,
): Promise<Tally> {
  const tally = emptyTally()
  const agent = new Agent({ keepAlive: true })
  const underWay: Promise<unknown>[] = []
  const started = performance.now()
  for (let sent = 1; !ending.aborted; sent++) {
    const nth = begun++
    const { token, childId } = families[nth % families.length] as Family
    // Another session each time that a family comes again.
    const place = places[(nth + Math.floor(nth / families.length)) % places.length] as Place
    const shopper = openShopper(url, `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`, tally, agent)
    shopper.signInWith(token)
    // A step that was lost or refused is in the tally.
    underWay.push(shopper.submit({ ...place, childId }).catch(() => {}))
    await pause(Math.max(0, started + (sent * 1000) / submitsPerSecond - performance.now()))
  }
  await Promise.all(underWay)
  agent.destroy()
  return tally
}

interface Measured extends TabsResult {
  /** The share of one core that each group of processes used while all pages were open. */
  shares: number[]
}

async function openPages(
  load: Partial<Tabs> & { url: string },
  { families }: { families: Family[] },
  groups: Processes[],
  meanwhile?: () => Promise<void>,
): Promise<Measured> {
  const pages = child('./open-tabs.ts')
  const headers = families.map(({ token }) => ({ 'content-type': 'application/json', token }))
  const parts = Object.fromEntries([...groups, async () => [pages.pid as number]].entries())
  const given: Tabs = {
    bodies: ['{}'],
    headers,
    tabs,
    everySeconds,
    openingSeconds: seconds,
    seconds,
    ...load,
  }
  const failed = once(pages, 'exit').then(() => Promise.reject(new Error('the pages failed; see above')))
  const next = () => Promise.race([once(pages, 'message'), failed])
  pages.send(given)
  await next()
  const usedSince = await watch(parts)
  await Promise.all([next(), meanwhile?.()])
  const used = await usedSince()
  const [result] = (await next()) as [TabsResult]
  failed.catch(() => {})
  const shares = Object.values(used).map(seconds => seconds / given.seconds)
  return { ...result, shares }
}

const percent = (share: number | undefined) => `${((share ?? 0) * 100).toFixed(0)} %`

function tell(name: string, held: TabsResult): boolean {
  const losses = Object.entries(held.lost)
  const lost = losses.reduce((sum, [, count]) => sum + count, 0)
  const why = losses.map(([what, count]) => `${count} ${what}`).join(', ')
  say(
    name,
    `${held.pollsPerSecond.toFixed(0)} polls/s (ratio ${(held.pollsPerSecond / wanted).toFixed(2)} of the ${wanted} that they ask for), ${lost} lost${why ? ` (${why})` : ''}, ${held.skipped} skipped`,
  )
  say(
    `${name}, time of a poll`,
    `p50 ${held.p50Milliseconds.toFixed(1)} ms, p99 ${held.p99Milliseconds.toFixed(1)} ms, longest ${held.maxMilliseconds.toFixed(0)} ms`,
  )
  return lost + held.skipped === 0 && held.pollsPerSecond > wanted * 0.98
}

function tellSubmits(name: string, { took, lost, refused }: Tally): boolean {
  const submitted = took.submit ?? []
  const failed = Object.entries({ ...lost, ...refused }).map(([why, times]) => `${times} ${why}`)
  say(
    name,
    `${submitted.length} placed, ${submitsPerSecond} a second, ${failed.join(', ') || 'none lost'}, p50 ${share(submitted, 0.5).toFixed(0)} ms, p99 ${share(submitted, 0.99).toFixed(0)} ms (aim 500)`,
  )
  return failed.length === 0
}

async function startBare(): Promise<{ url: string; process: ChildProcess }> {
  const bare = child('./bare-server.ts')
  const body = Buffer.from('{"code":1,"msg":"","data":{"num":51}}')
  bare.send({ body, headers: { 'content-type': 'application/json; charset=utf-8' } })
  const [port] = (await once(bare, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}/`, process: bare }
}

const postgres = await startPostgres([])
try {
  const databaseUrl = await newDatabase(postgres, 'bench_tabs')
  const made = await makeParents(databaseUrl)
  const bare = await startBare()
  const ceiling = await openPages({ url: bare.url }, made, [async () => [bare.process.pid as number]])
  bare.process.kill()
  tell(`${tabs} pages on a bare server`, ceiling)

  let product = await startProduct(databaseUrl)
  const database = connectToPostgres(databaseUrl, { poolSize: 1 })
  const backends = backendsOf(database.db)
  const url = `${product.url}/${pollPath}`
  // As after a restart: every page connects again when its next poll is due.
  const back = await openPages({ url, openingSeconds: everySeconds }, made, [])
  const held = await openPages({ url }, made, [async () => [product.process.pid as number], backends])
  const besideSubmits = async (meanwhile?: () => Promise<void>) => {
    const ending = new AbortController()
    const submitting = submitSteadily(product.url, made, ending.signal)
    const pages = await openPages({ url, seconds: besideSeconds }, made, [], meanwhile)
    ending.abort()
    return { pages, submits: await submitting }
  }
  const beside = await besideSubmits()
  let restartSeconds = 0
  const restart = async () => {
    await pause(besideSeconds * 500)
    const began = performance.now()
    await product.stop()
    product = await startProduct(databaseUrl, { port: Number(new URL(url).port) })
    restartSeconds = (performance.now() - began) / 1000
  }
  const restarted = await besideSubmits(restart)
  const audit = await auditAfter(database.db)
  await database.close()
  tell(`${tabs} pages that come back after a restart`, back)
  const isHeld = tell(`${tabs} open pages`, held)
  const isHeldBeside = tell(
    `${tabs} open pages beside submits for ${besideSeconds} s (aim: p99 50 ms)`,
    beside.pages,
  )
  const isPlaced = tellSubmits('the submits', beside.submits)
  tell(`${tabs} open pages beside submits and a restart`, restarted.pages)
  tellSubmits('the submits beside a restart', restarted.submits)
  say('the restart in the middle', `${restartSeconds.toFixed(1)} s`)
  say('audit after it', audit.words)
  const [server, queries, pages] = held.shares
  const [bareServer] = ceiling.shares
  say(
    'of one core',
    `server ${percent(server)} (ratio ${((server ?? 0) / (bareServer ?? 1)).toFixed(2)} of ceiling ${percent(bareServer)}), PostgreSQL ${percent(queries)}, the pages themselves ${percent(pages)}`,
  )
  await product.stop()
  // Requests that the restart cut off are reported above and do not fail the bench: pages poll again, and a
  // submit without an answer was either placed or not.
  const isRefused = Object.keys(restarted.submits.refused).length > 0
  if (!isHeld || !isHeldBeside || !isPlaced || isRefused || !audit.isSound) process.exitCode = 1
} finally {
  await postgres.stop()
}
