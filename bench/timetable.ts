// What the timetable and the five-second poll cost: against a bare HTTP server that answers the same bytes, and the
// timetable after ten years against its first term. Run by `npx node bench/timetable.ts`.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres, type Database } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { readTimetable } from '#server/features/offerings/read-timetable.ts'
import { freePort } from '#server/testing/free-port.ts'
import { makeAccount } from '#server/testing/make-account.ts'
import { type PostgresServer, startPostgres } from '#server/testing/start-postgres.ts'
import type { BareAnswer } from './bare-server.ts'
import type { Load, LoadResult } from './generate-load.ts'
import { seedTimetable } from './seed-timetable.ts'

const weekPath = 'api/Course/getCourseList'
const pollPath = 'api/news/getReadNum'
const connections = 32
const rounds = 3
const roundSeconds = 4
const tabs = 10_000
const pollsPerSecond = tabs / 5
const comparisons = 400

const now = new Date()
const monday = mondayOf(todayInLondon(now))
// The second week: nothing of it has begun, whatever the hour.
const week = { startDate: addDays(monday, 7), endDate: addDays(monday, 13) }

const say = (name: string, value: string) => process.stdout.write(`${name}: ${value}\n`)
const ratio = (value: number, ceiling: number, unit: string) =>
  `(ratio ${(value / ceiling).toFixed(2)} of ceiling ${ceiling.toFixed(unit === 'ms' ? 2 : 0)} ${unit})`
const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] as number
const medianOf = (results: LoadResult[], figure: keyof LoadResult) =>
  median(results.map(result => result[figure]))
const child = (file: string) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })

async function newDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return postgres.urlOf(name)
}

/** The tokens of a hundred parents who have messages, beside a thousand others who have too. */
async function makePollers({ db }: Database): Promise<string[]> {
  const clock = { now: () => now }
  const tokens: string[] = []
  for (let count = 0; count < 100; count++) tokens.push((await makeAccount({ db, clock })).token)
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

/** The product's own process, in production mode, on the given database. */
async function startProduct(
  databaseUrl: string,
): Promise<{ url: string; process: ChildProcess; folder: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-'))
  const server = fork(fileURLToPath(new URL('../server/main.ts', import.meta.url)), {
    cwd: folder,
    silent: true,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder,
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
      STRIPE_SECRET_KEY: 'sk_test_never_called',
      STRIPE_WEBHOOK_SECRET: 'whsec_never_called',
      SMTP_URL: 'smtp://127.0.0.1:9',
    },
  })
  process.once('exit', () => server.kill())
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', text => {
      said += text
    })
    server.stdout?.on('data', text => {
      said += text
      if (said.includes('is ready')) resolve()
    })
    server.once('exit', () => reject(new Error(said)))
  })
  return { url, process: server, folder }
}

function ask(url: string, body: string, headers: Record<string, string>): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers }, answer => {
      const parts: Uint8Array[] = []
      answer.on('data', part => parts.push(part))
      answer.once('end', () => {
        const kept = ['content-type', 'content-encoding', 'cache-control', 'vary']
        const sent = Object.entries(answer.headers).filter(([name]) => kept.includes(name))
        resolve({ body: Buffer.concat(parts), headers: Object.fromEntries(sent) as Record<string, string> })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function measure(load: Load): Promise<LoadResult> {
  const generator = child('./generate-load.ts')
  generator.send(load)
  return new Promise((resolve, reject) => {
    generator.once('message', result => resolve(result as LoadResult))
    generator.once('exit', code => code !== 0 && reject(new Error('a call failed; see above')))
  })
}

/** Rounds against the product and against a bare server of the same bytes take turns; the medians are told. */
async function compare(
  name: string,
  url: string,
  body: string,
  headers: Record<string, string>[],
): Promise<void> {
  const answer = await ask(url, body, headers[0] as Record<string, string>)
  const bare = child('./bare-server.ts')
  bare.send(answer)
  const [port] = (await once(bare, 'message')) as [number]
  const load: Load = { url, body, headers, connections, seconds: roundSeconds }
  const bareLoad = { ...load, url: `http://127.0.0.1:${port}/` }
  for (const warmed of [load, bareLoad]) await measure({ ...warmed, seconds: 2 })
  const [own, ceiling]: [LoadResult[], LoadResult[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await measure(load))
    ceiling.push(await measure(bareLoad))
  }
  bare.kill()
  const [rate, bareRate] = [medianOf(own, 'callsPerSecond'), medianOf(ceiling, 'callsPerSecond')]
  const [slow, bareSlow] = [medianOf(own, 'p99Milliseconds'), medianOf(ceiling, 'p99Milliseconds')]
  say(`${name}, bytes of an answer`, String(answer.body.length))
  say(
    `${name}, ${connections} connections`,
    `${rate.toFixed(0)} requests/s ${ratio(rate, bareRate, 'requests/s')}`,
  )
  say(`${name}, p99`, `${slow.toFixed(2)} ms ${ratio(slow, bareSlow, 'ms')}`)
}

/** The same week asked in turn of a business in its first term and of one with ten years behind it. */
async function compareAges(termUrl: string, decadeUrl: string): Promise<boolean> {
  const asked = { kind: 'class', query: week, now, accountId: undefined } as const
  const databases = [connectToPostgres(termUrl, 1), connectToPostgres(decadeUrl, 1)] as const
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

/** Whether PostgreSQL finds the week by its index among half a million sessions. */
async function explainWeek(decadeUrl: string): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: decadeUrl })
  const seen: LogEvent[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: event => void seen.push(event),
  })
  await readTimetable(db, { kind: 'class', query: week, now, accountId: undefined })
  const { sql: statement, parameters } = (seen[0] as LogEvent).query
  const { rows } = await pool.query(`explain (analyze, costs off) ${statement}`, [...parameters])
  await db.destroy()
  const access = rows.map(row => row['QUERY PLAN'] as string).find(line => line.includes(' sessions_week '))
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
    const database = connectToPostgres(url, 1)
    await seedTimetable(database, monday, withPast)
    if (withPast) tokens = await makePollers(database)
    await database.close()
  }
  const usesIndex = await explainWeek(decadeUrl)
  const staysFast = await compareAges(termUrl, decadeUrl)

  const product = await startProduct(decadeUrl)
  const json = { 'content-type': 'application/json' }
  const asked = JSON.stringify({ start_date: week.startDate, end_date: week.endDate })
  await compare('timetable', `${product.url}/${weekPath}`, asked, [json])
  const compressed = { ...json, 'accept-encoding': 'gzip, deflate, br' }
  await compare('timetable compressed', `${product.url}/${weekPath}`, asked, [compressed])
  const pollers = tokens.map(token => ({ ...json, token }))
  await compare('poll', `${product.url}/${pollPath}`, '{}', pollers)
  const polls = { url: `${product.url}/${pollPath}`, body: '{}', headers: pollers, connections: 1, tabs }
  // The first turn opens the connections; afterwards each page asks every five seconds on its own.
  const held = await measure({ ...polls, seconds: 20, callsPerSecond: pollsPerSecond })
  say(
    `${tabs} open pages`,
    `${held.callsPerSecond.toFixed(0)} polls/s (ratio ${(held.callsPerSecond / pollsPerSecond).toFixed(2)} of the ${pollsPerSecond} that they ask for), ${held.lost} lost`,
  )
  say(
    `${tabs} open pages, time of a poll`,
    `p50 ${held.p50Milliseconds.toFixed(1)} ms, p99 ${held.p99Milliseconds.toFixed(1)} ms, the opening of all connections included`,
  )
  product.process.kill()
  await once(product.process, 'exit')
  rmSync(product.folder, { recursive: true })
  if (!usesIndex || !staysFast) process.exitCode = 1
} finally {
  await postgres.stop()
}
