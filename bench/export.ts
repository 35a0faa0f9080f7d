// Downloads the file of 100,000 orders in a loop, and measures its first byte, and how long parents' calls take alone
// and beside it. Run by `npm run bench:export`; `EXPORT_ROWS` makes it shorter.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import { officeContract } from '#contract/office/contract.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { makeStaff } from '#testing/office-client.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { median } from './compare-with-bare.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { seedTimetable } from './seed-timetable.ts'
import { child, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const rows = Number(process.env.EXPORT_ROWS ?? 100_000)
const seconds = Number(process.env.EXPORT_SECONDS ?? 20)
const callers = 100
const everySeconds = 4
const say = tellResults('export')
const now = new Date()
const startDate = addDays(mondayOf(todayInLondon(now)), 7)
const upTo = (length: number) => Array.from({ length }, (_, nth) => nth)
/** Returns a request for a week that no other caller shares. Its filter matches every session. */
const weekOf = (minute: number) =>
  JSON.stringify(
    contract.offerings.class.timetable.input.encode({
      ...{ startDate, endDate: addDays(startDate, 6) },
      startTime: `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
    }),
  )
const headersOf = (network: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': network })

function keepAsking(url: string): Promise<TabsResult> {
  const asking = child('./open-tabs.ts')
  const bodies = upTo(callers).map(weekOf)
  const headers = bodies.map((_, nth) => headersOf(`10.0.0.${nth + 1}`))
  asking.send({
    url,
    bodies,
    headers,
    tabs: callers,
    everySeconds,
    openingSeconds: everySeconds,
    seconds,
  } satisfies Tabs)
  return new Promise((resolve, reject) => {
    asking.on('message', said => typeof said === 'object' && resolve(said as TabsResult))
    asking.once('exit', code => code !== 0 && reject(new Error('the callers failed; see above')))
  })
}

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_export')
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const { db } = database
  await seedTimetable(database, mondayOf(todayInLondon(now)), false)
  await sql`set session_replication_role = replica`.execute(db)
  await sql`insert into orders (order_number, kind, guest_name, guest_email, guest_phone, status, list_pence, total_pence,
      paid_pence, payment_method, placed_at, paid_at, policy)
    select 'BENCH-' || lpad(n::text, 18, '0'), 'parentSession', 'Guest ' || n, 'guest' || n || '@example.test', '', 'paid', 850, 850, 850, 'card',
      ${now}::timestamptz - make_interval(mins => n), ${now}::timestamptz - make_interval(mins => n), '[]'
    from generate_series(1, ${rows}::integer) n`.execute(db)
  await sql`insert into bookings (order_id, session_id, offering_type_id, attendee_name, attendee_email, list_pence, payable_pence,
      status, created_at)
    select o.id, s.id, s.offering_type_id, o.guest_name, o.guest_email, 850, 850, 'confirmed', o.placed_at
    from orders o join (select id, offering_type_id, row_number() over (order by id) as nth, count(*) over () as many
      from sessions where kind = 'parentSession') s on s.nth = 1 + o.id % s.many`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await database.runScript('vacuum analyze')
  const { token } = await makeStaff({ db, clock: { now: () => now } })
  const product = await startProduct(url)

  /** Downloads the file once; returns when its first and its last byte came, and its lines. */
  async function download() {
    const from = performance.now()
    const answer = await fetch(`${product.url}/api/${officeContract.orders.export.path}`, {
      method: 'POST',
      headers: { ...headersOf('10.2.0.1'), 'x-office': '1', origin: product.url, cookie: `office=${token}` },
      body: '{}',
    })
    let text = ''
    let first = 0
    const decoder = new TextDecoder()
    for await (const bytes of answer.body ?? []) {
      first ||= performance.now() - from
      text += decoder.decode(bytes, { stream: true })
    }
    const file = JSON.parse(text) as { data: { text: string } }
    return { first, whole: performance.now() - from, lines: file.data.text.trim().split('\r\n').length - 1 }
  }

  const weeks = `${product.url}/api/${contract.offerings.class.timetable.path}`
  await keepAsking(weeks)
  const alone = await keepAsking(weeks)
  const files: Awaited<ReturnType<typeof download>>[] = []
  let isOver = false
  const loop = async () => {
    while (!isOver) files.push(await download())
  }
  const looping = loop()
  await pause(500)
  const beside = await keepAsking(weeks)
  isOver = true
  await looping
  const milliseconds = (of: (file: (typeof files)[number]) => number) =>
    `${median(files.map(of)).toFixed(0)} ms (longest ${Math.max(...files.map(of)).toFixed(0)} ms)`
  const told = ({ p50Milliseconds, p99Milliseconds, lost }: TabsResult) =>
    `p50 ${p50Milliseconds.toFixed(0)} ms, p99 ${p99Milliseconds.toFixed(0)} ms, lost ${JSON.stringify(lost)}`
  say('lines in each file, files', `${files[0]?.lines.toLocaleString('en-GB')}, ${files.length}`)
  say(
    'first byte of the file (aim 1,000 ms)',
    milliseconds(({ first }) => first),
  )
  say(
    'the whole file (aim 20,000 ms)',
    milliseconds(({ whole }) => whole),
  )
  say('parents’ weeks, alone', told(alone))
  say('parents’ weeks, beside the export (aim p99 250 ms)', told(beside))
  await product.stop()
  await database.close()
} finally {
  await postgres.stop()
}
