// Whether one process holds ten thousand open pages that poll every five seconds, what that costs, and what it costs a
// bare HTTP server of the same answers. Run by `npm run bench:tabs`.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { startPostgres } from '#testing/start-postgres.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { child, newDatabase, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'
import { backendsOf, type Processes, watch } from './watch-processes.ts'

const tabs = 10_000
const everySeconds = 5
const wanted = tabs / everySeconds
const pollPath = `api/${contract.notifications.countUnread.path}`

const say = tellResults('tabs')
const tokenOf = (parent: number) => `page-${parent}`

/** A parent for every page, with the token of `tokenOf`, twenty own messages of which one is unread, and fifty to all. */
async function makeParents(url: string): Promise<void> {
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const { db } = database
  await migrate(database)
  const now = new Date()
  await sql`
    insert into accounts (email, password_hash, created_at)
    select 'parent-' || n || '@example.test', '', ${now} from generate_series(1, ${tabs}::int) n`.execute(db)
  await sql`
    insert into access_tokens (account_id, token_hash, created_at, last_used_at, expires_at)
    select id, sha256(convert_to('page-' || id, 'UTF8')), ${now}, ${now}, ${now}::timestamptz + interval '1 day'
    from accounts`.execute(db)
  await sql`
    insert into messages (account_id, title, published_at)
    select id, 'Order confirmed', ${now} from generate_series(1, 20), accounts`.execute(db)
  await sql`
    insert into messages (title, published_at) select 'News', ${now} from generate_series(1, 50)`.execute(db)
  await sql`
    insert into message_reads (account_id, message_id, read_at)
    select account_id, id, ${now} from messages where account_id is not null and id > ${tabs}`.execute(db)
  await database.runScript('vacuum analyze')
  await database.close()
}

interface Measured extends TabsResult {
  /** Shares of one core while all pages were open. */
  shares: number[]
}

async function openPages(load: Partial<Tabs> & { url: string }, groups: Processes[]): Promise<Measured> {
  const pages = child('./open-tabs.ts')
  const headers = Array.from({ length: tabs }, (_, index) => ({
    'content-type': 'application/json',
    token: tokenOf(index + 1),
  }))
  const parts = Object.fromEntries([...groups, async () => [pages.pid as number]].entries())
  const given: Tabs = { body: '{}', headers, tabs, everySeconds, openingSeconds: 15, seconds: 15, ...load }
  const failed = once(pages, 'exit').then(() => Promise.reject(new Error('the pages failed; see above')))
  const next = () => Promise.race([once(pages, 'message'), failed])
  pages.send(given)
  await next()
  const usedSince = await watch(parts)
  await next()
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
    `p50 ${held.p50Milliseconds.toFixed(1)} ms, p99 ${held.p99Milliseconds.toFixed(1)} ms, longest ${held.longestMilliseconds.toFixed(0)} ms`,
  )
  return lost + held.skipped === 0 && held.pollsPerSecond > wanted * 0.98
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
  await makeParents(databaseUrl)
  const bare = await startBare()
  const ceiling = await openPages({ url: bare.url, openingSeconds: 10, seconds: 10 }, [
    async () => [bare.process.pid as number],
  ])
  bare.process.kill()
  tell(`${tabs} pages on a bare server`, ceiling)

  const product = await startProduct(databaseUrl)
  const database = connectToPostgres(databaseUrl, { poolSize: 1 })
  const backends = backendsOf(database.db)
  const url = `${product.url}/${pollPath}`
  // What a restart is like: every page connects anew when its next poll is due.
  const back = await openPages({ url, openingSeconds: everySeconds, seconds: 10 }, [])
  const held = await openPages({ url }, [async () => [product.process.pid as number], backends])
  await database.close()
  tell(`${tabs} pages that come back after a restart`, back)
  const isHeld = tell(`${tabs} open pages`, held)
  const [server, queries, pages] = held.shares
  const [bareServer] = ceiling.shares
  say(
    'of one core',
    `server ${percent(server)} (ratio ${((server ?? 0) / (bareServer ?? 1)).toFixed(2)} of ceiling ${percent(bareServer)}), PostgreSQL ${percent(queries)}, the pages themselves ${percent(pages)}`,
  )
  await product.stop()
  if (!isHeld) process.exitCode = 1
} finally {
  await postgres.stop()
}
