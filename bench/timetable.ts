// Measures the timetable and the five-second poll: against a bare HTTP server that answers the same bytes,
// and the timetable after ten years against its first term. Run by `npm run bench:timetable`.
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres, type Database } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { readTimetable } from '#server/features/offerings/read-timetable.ts'
import { writeAccount } from '#testing/make-account.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { compareWithBare, fromManyNetworks, median, ratio } from './compare-with-bare.ts'
import { seedTimetable } from './seed-timetable.ts'
import { startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const weekPath = `api/${contract.offerings.class.timetable.path}`
const pollPath = `api/${contract.notifications.countUnread.path}`
const comparisons = 400

const now = new Date()
const monday = mondayOf(todayInLondon(now))
// The second week, in which nothing has begun at any hour.
const week = { startDate: addDays(monday, 7), endDate: addDays(monday, 13) }

const say = tellResults('timetable')
/** Makes a hundred parents with messages among a thousand others; returns the tokens of the hundred. */
async function makePollers({ db }: Database): Promise<string[]> {
  const clock = { now: () => now }
  const tokens: string[] = []
  for (let count = 0; count < 100; count++) tokens.push((await writeAccount({ db, clock })).token)
  await sql`
    insert into accounts (email, password_hash, created_at)
    select 'other-' || n || '@example.test', '', ${now} from generate_series(1, 1000) n`.execute(db)
  await sql`
    insert into messages (account_id, title, published_at)
    select id, 'Order confirmed', ${now} from accounts, generate_series(1, 20)`.execute(db)
  await sql`
    insert into messages (title, published_at) select 'News', ${now} from generate_series(1, 50)`.execute(db)
  await sql`
    insert into message_reads (account_id, message_id, read_at)
    select account_id, id, ${now} from messages where account_id is not null and id % 20 <> 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return tokens
}

/** Reads the same week in turn from a business in its first term and from one with ten years of sessions. */
async function compareAges(termUrl: string, decadeUrl: string): Promise<boolean> {
  const asked = { kind: 'class', query: week, now, accountId: undefined } as const
  const databases = [
    connectToPostgres(termUrl, { poolSize: 1 }),
    connectToPostgres(decadeUrl, { poolSize: 1 }),
  ] as const
  const took: [number[], number[]] = [[], []]
  for (let turn = -50; turn < comparisons; turn++) {
    for (const index of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const started = performance.now()
      await readTimetable(databases[index].db, asked)
      if (turn >= 0) took[index].push(performance.now() - started)
    }
  }
  for (const database of databases) await database.close()
  const [term, decade] = [median(took[0]), median(took[1])]
  say('timetable after ten years', `${decade.toFixed(2)} ms ${ratio(decade, term, 'ms')}, at most 1.20`)
  return decade / term <= 1.2
}

/** Whether the generic plan finds the week by its index among half a million sessions. */
async function explainWeek(decadeUrl: string): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: decadeUrl })
  const seen: LogEvent[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: event => void seen.push(event),
  })
  await readTimetable(db, { kind: 'class', query: week, now, accountId: undefined })
  const { rows } = await pool.query(`explain (generic_plan, costs off) ${(seen[0] as LogEvent).query.sql}`)
  await db.destroy()
  const access = rows
    .map(row => row['QUERY PLAN'] as string)
    .find(line => /Index .*\bsessions_(week|by_day)\b/.test(line))
  say('timetable plan among 500,000 sessions', access?.trim() ?? 'not by the index')
  return access !== undefined
}

const postgres = await startPostgres([])
try {
  const [termUrl, decadeUrl] = [
    await newDatabase(postgres, 'bench_term'),
    await newDatabase(postgres, 'bench_decade'),
  ]
  let tokens: string[] = []
  for (const [url, withPast] of [
    [termUrl, false],
    [decadeUrl, true],
  ] as const) {
    const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
    await seedTimetable(database, monday, withPast)
    if (withPast) tokens = await makePollers(database)
    await database.close()
  }
  const usesIndex = await explainWeek(decadeUrl)
  const staysFast = await compareAges(termUrl, decadeUrl)

  const product = await startProduct(decadeUrl)
  const json = { 'content-type': 'application/json' }
  const asked = { start_date: week.startDate, end_date: week.endDate }
  // Different filters that match every session: each starts at another minute before the first class. None is
  // sent again while it is being answered, so no two requests share an answer.
  const apart = Array.from({ length: 8 * 60 }, (_, minute) => {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60].map(part => String(part).padStart(2, '0'))
    return { ...asked, start_time: `${hour}:${rest}` }
  })
  // Each request is for a week that begins on another day, within the ten weeks that follow.
  const ownDays = apart.map((filtered, nth) => {
    const startDate = addDays(week.startDate, (nth * 7 + Math.floor(nth / 10)) % 70)
    return { ...filtered, start_date: startDate, end_date: addDays(startDate, 6) }
  })
  const url = `${product.url}/${weekPath}`
  const compressed = { ...json, 'accept-encoding': 'gzip, deflate, br' }
  const bodies = [JSON.stringify(asked)]
  for (const [name, queries] of [
    ['timetable, each another one', apart],
    ['timetable, each of other days', ownDays],
  ] as const) {
    const asking = queries.map(query => JSON.stringify(query))
    await compareWithBare(say, name, { url, bodies: asking, headers: fromManyNetworks(json) })
  }
  await compareWithBare(say, 'timetable', { url, bodies, headers: fromManyNetworks(json) })
  await compareWithBare(say, 'timetable compressed', { url, bodies, headers: fromManyNetworks(compressed) })
  const pollers = tokens.map(token => ({ ...json, token }))
  await compareWithBare(say, 'poll', { url: `${product.url}/${pollPath}`, bodies: ['{}'], headers: pollers })
  await product.stop()
  if (!usesIndex || !staysFast) process.exitCode = 1
} finally {
  await postgres.stop()
}
