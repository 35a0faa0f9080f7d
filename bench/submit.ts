// Measures placing an order: 32 callers, on many sessions and on one popular one, against pgbench with the
// very same statement. Run by `npm run bench:submit`; pgbench comes with the system's PostgreSQL.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { defaultHoldMinutes } from '#domain/limits.ts'
import { endOfHold } from '#domain/payment-times.ts'
import { readConfig } from '#server/config.ts'
import { connectToPostgres, type Database, type Db } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { placeOrder } from '#server/features/orders/place-order.ts'
import { makeLog } from '#server/log.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { type MadeOffering, makeOffering, makeSession } from '#testing/make-offering.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { median } from './compare-with-bare.ts'
import { tellResults } from './tell-results.ts'

const clients = 32
const families = 40_000
const manySessions = 400
const pastOrders = 20_000
const unpaidOrders = 500
const seconds = 5
const rounds = 3
const now = new Date()

const say = tellResults('submit')

const postgres = await startPostgres([])
const url = await newDatabase(postgres, 'maypole_bench')
const database = connectToPostgres(url, { poolSize: Number(process.env.POOL ?? 8) })
await migrate(database)

const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-'))
try {
  const { offeringId, sessionIds, hotId } = await seed(database)
  const pgbench = findPgbench()
  const services = servicesFor(database)
  let next = 1
  const submit = (pick: (family: number) => number) => () => {
    const family = next++
    const accountId = family as AccountId
    return placeOrder(
      services,
      { accountId, tokenId: 0, ip: '' },
      {
        kind: 'class',
        offeringId,
        lines: [{ sessionId: pick(family), attendees: { who: 'children', childIds: [family] } }],
        isTrial: false,
        discountCode: '',
      },
    )
  }
  const cases = [
    {
      name: 'many sessions',
      pick: (family: number) => sessionIds[family % sessionIds.length] as number,
      sql: `(array[${sessionIds}])[1 + n % ${sessionIds.length}]`,
    },
    { name: 'one hot session', pick: () => hotId, sql: `${hotId}` },
  ]
  for (const { name, pick, sql: session } of cases) {
    const own: number[] = []
    const ceiling: number[] = []
    for (let round = 0; round < rounds; round++) {
      await startAnew(database)
      next = 1
      own.push(await drive(submit(pick)))
      await startAnew(database)
      ceiling.push(runPgbench(pgbench, session))
    }
    const [orders, most] = [median(own), median(ceiling)]
    say(
      `submit, ${name}`,
      `${orders.toFixed(0)} orders/s (ratio ${(orders / most).toFixed(2)} of ceiling ${most.toFixed(0)} orders/s; aim 0.60)`,
    )
  }
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Inserts families with a child each, and sessions with room for them all. */
async function seed({ db }: Database) {
  await sql`insert into accounts (email, password_hash, created_at)
    select 'family-' || n || '@example.test', '', ${now} from generate_series(1, ${families}) n`.execute(db)
  await sql`insert into children (account_id, first_name, last_name, date_of_birth, medical_sealed, allergy_sealed, created_at)
    select id, 'Child', 'Bench', date '2020-01-01', decode(repeat('00', 30), 'hex'), decode(repeat('00', 30), 'hex'), ${now}
    from accounts order by id`.execute(db)
  const place = { db, clock: { now: () => now } }
  const offering = await makeOffering(place)
  const sessionIds: number[] = []
  for (let count = 0; count < manySessions; count++) {
    const date = addDays(todayInLondon(now), 1 + (count % 60))
    sessionIds.push((await makeSession(place, offering, { date, capacity: 1_000_000 })).id)
  }
  const hot = await makeSession(place, offering, { capacity: 1_000_000 })
  // The very plan that placeOrder sends, made for the n-th family.
  await sql
    .raw(`create function bench_plan(n bigint, session bigint) returns jsonb language sql as $$
    select jsonb_build_object('discountCodeId', null, 'usesOffers', false,
      'unpaidOfContactAtMost', 3, 'unpaidOfNetworkAtMost', 3, 'freeOfNetworkAtMost', 3, 'basketLines', '[]'::jsonb,
      'bookings', jsonb_build_array(jsonb_build_object(
        'sessionId', session, 'typeId', ${offering.typeId}, 'childId', n, 'fullName', '', 'email', '', 'phone', '',
        'credits', 1, 'listPence', 1250, 'creditsUsed', 0, 'payablePence', 1250))) $$`)
    .execute(db)
  await sql
    .raw(`create function bench_order(n bigint) returns jsonb language sql as $$
    select jsonb_build_object('order_number', 'bench-' || lpad(n::text, 20, '0'), 'kind', 'class', 'account_id', n,
      'guest_name', '', 'guest_email', '', 'guest_phone', '', 'guest_network', '', 'is_trial', false,
      'list_pence', 1250, 'credit_value_pence', 0, 'discount_pence', 0, 'total_pence', 1250, 'credits_used', 0,
      'request_hash', '\\x' || md5(n::text) || md5('x' || n), 'placed_at', '${now.toISOString()}',
      'hold_expires_at', '${endOfHold(now, defaultHoldMinutes).toISOString()}') $$`)
    .execute(db)
  await sql`create sequence bench_numbers`.execute(db)
  await seedHistory(db, offering)
  return { offeringId: offering.id, sessionIds, hotId: hot.id }
}

/** Inserts earlier orders of another session, most of them paid, so that no query is planned for an empty table. */
async function seedHistory(db: Db, offering: MadeOffering) {
  const place = { db, clock: { now: () => now } }
  const past = await makeSession(place, offering, {
    date: addDays(todayInLondon(now), -7),
    capacity: 1_000_000,
  })
  await sql`with sold as (
      insert into orders (order_number, kind, account_id, status, list_pence, total_pence, paid_pence, payment_method,
        placed_at, paid_at, hold_expires_at, request_hash)
      select 'past-' || lpad(id::text, 20, '0'), 'class', id, case when id <= ${unpaidOrders} then 'pending' else 'paid' end,
        1250, 1250, case when id <= ${unpaidOrders} then 0 else 1250 end, case when id > ${unpaidOrders} then 'card' end,
        ${now}, case when id > ${unpaidOrders} then ${now}::timestamptz end,
        case when id <= ${unpaidOrders} then ${now}::timestamptz + interval '30 minutes' end,
        decode(md5(id::text) || md5('y' || id), 'hex')
      from accounts order by id limit ${pastOrders}
      returning id, account_id, status)
    insert into bookings (order_id, account_id, session_id, offering_type_id, child_id, list_pence, payable_pence, status, created_at)
    select id, account_id, ${past.id}, ${offering.typeId}, account_id, 1250, 1250,
      case status when 'paid' then 'confirmed' else 'held' end, ${now} from sold`.execute(db)
}

async function startAnew({ db }: Database): Promise<void> {
  await sql`delete from bookings where order_id in (select id from orders where order_number not like 'past-%')`.execute(
    db,
  )
  await sql`delete from orders where order_number not like 'past-%'`.execute(db)
  await sql`truncate jobs`.execute(db)
  await sql`update sessions set places_taken = 0`.execute(db)
  await sql`alter sequence bench_numbers restart`.execute(db)
  await sql`vacuum (full, analyze) sessions, orders, bookings, children, accounts`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** Runs callers that each place their next order when the last is answered; returns the orders per second. */
async function drive(submitOne: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let placed = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await submitOne()
        placed += 1
      }
    }),
  )
  return placed / seconds
}

function runPgbench(pgbench: string, session: string): number {
  const script = join(folder, 'submit.sql')
  writeFileSync(
    script,
    `select p.* from nextval('bench_numbers') n, place_order(new_order(bench_order(n)), bench_plan(n, ${session})) p;\n`,
  )
  const { hostname, port, username, password, pathname } = new URL(url)
  const printed = execFileSync(
    pgbench,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      '-h',
      hostname,
      '-p',
      port,
      '-U',
      username,
      pathname.slice(1),
    ],
    { env: { ...process.env, PGPASSWORD: password }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  return Number(/tps = ([\d.]+)/.exec(printed)?.[1])
}

function findPgbench(): string {
  const folders = ['/usr/bin', '/usr/local/bin']
  try {
    folders.push(...readdirSync('/usr/lib/postgresql').map(version => `/usr/lib/postgresql/${version}/bin`))
  } catch {
    // Not a Debian system.
  }
  const found = folders
    .map(place => join(place, 'pgbench'))
    .find(path => {
      try {
        execFileSync(path, ['--version'], { stdio: 'ignore' })
        return true
      } catch {
        return false
      }
    })
  if (!found) throw new Error('pgbench was not found: install the PostgreSQL server package of your system')
  return found
}

function servicesFor({ db }: Database): Services {
  const config = readConfig({}, () => Buffer.alloc(32, 7))
  return {
    db,
    clock: () => now,
    config,
    jobWaiting: () => {},
    lastRuns: new Map(),
    log: makeLog('silent'),
  } as unknown as Services
}
