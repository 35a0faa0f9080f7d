import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { apiAt } from '#testing/api-at.ts'
import { findViolations } from '#testing/find-violations.ts'
import { freePort } from '#testing/free-port.ts'
import { writeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { refusal } from '#testing/refusal.ts'
import { rowOf } from '#testing/rows.ts'
import { servicesOfDatabase, sharedDataKey } from '#testing/services-of-database.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'maypole-two-'))
let database: Awaited<ReturnType<typeof openTestDatabase>>
let addresses: string[]
let servers: ChildProcess[]
let place: ReturnType<typeof servicesOfDatabase>

beforeAll(async () => {
  database = await openTestDatabase(4)
  place = servicesOfDatabase(database.db)
  addresses = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  servers = await Promise.all(addresses.map(start))
})
afterAll(async () => {
  await Promise.all(servers.map(server => endServer(server)))
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(address: string): Promise<ChildProcess> {
  return spawnServer(address, {
    DATABASE_URL: database.url ?? '',
    DATA_KEY: sharedDataKey.toString('base64'),
    DATA_DIR: join(folder, new URL(address).port),
    STRIPE_STAND_IN_PORT: String(await freePort()),
  })
}

async function makeFamilies(count: number) {
  const families = []
  for (let made = 0; made < count; made++) {
    const account = await writeAccount(place, { email: `two-${made}-${Math.random()}@example.test` })
    families.push({ ...account, childId: await makeChild(place, account) })
  }
  return families
}

async function makeRush(capacity: number) {
  const offering = await makeOffering(place)
  const session = await makeSession(place, offering, { capacity })
  return {
    session,
    book: (address = '', { childId, token, email }: Awaited<ReturnType<typeof makeFamilies>>[number]) =>
      apiAt(address, { token }).orders.class.place(
        bookingRequest({ childIds: [childId], fullName: '', email }, session),
      ),
  }
}

test('two processes that start together on one database load one business', async () => {
  const { rows } = await sql<{ names: number; distinct_names: number }>`
    select count(*)::integer as names, count(distinct (kind, name))::integer as distinct_names
    from offering_types where name not like 'Type %'`.execute(database.db)
  expect(rows[0]?.names).toBeGreaterThan(0)
  expect(rows[0]?.names).toBe(rows[0]?.distinct_names)
})

test("both processes sell the same places and accept each other's tokens", async () => {
  const families = await makeFamilies(40)
  const { session, book } = await makeRush(7)
  const answers = await Promise.all(
    families.map((family, index) => refusal(book(addresses[index % 2], family))),
  )
  expect(answers.filter(sentence => sentence === undefined)).toHaveLength(7)
  const row = await rowOf(database.db, 'sessions', { id: session.id })
  expect(row.places_taken).toBe(7)
})

test('a rate limit counts across both processes', async () => {
  const attempt = (address = '', email: string) =>
    refusal(apiAt(address).accounts.signIn({ email, password: 'wrong-password' }))
  const hour = () => Math.floor(Date.now() / 3_600_000)
  const twelveTries = async () => {
    const email = `nobody-${Math.random()}@example.test`
    const told = []
    for (let tried = 0; tried < 12; tried++) {
      told.push(await attempt(addresses[tried % 2], email))
    }
    return told
  }
  const begun = hour()
  let told = await twelveTries()
  // The count restarts with a new hour.
  if (hour() !== begun) told = await twelveTries()
  expect(told[0]).toBe(sentences.wrongLogin)
  expect(told.at(-1)).toBe(sentences.tooManyTries)
})

test('a process killed during a rush loses nothing that it confirmed', async () => {
  const families = await makeFamilies(60)
  const { session, book } = await makeRush(60)
  const acknowledged: string[] = []
  const rush = Promise.all(
    families.map(async family => {
      const answer = await book(addresses[1], family).catch(() => undefined)
      if (answer) acknowledged.push(answer.orderNumber)
      if (acknowledged.length === 20) servers[1]?.kill('SIGKILL')
    }),
  )
  await rush
  expect(acknowledged.length).toBeGreaterThanOrEqual(20)
  const kept = await database.db
    .selectFrom('orders')
    .select('order_number')
    .where('order_number', 'in', acknowledged)
    .execute()
  expect(kept).toHaveLength(acknowledged.length)
  const { rows } = await sql<{ taken: number; booked: number }>`select places_taken as taken,
    (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as booked
    from sessions s where id = ${session.id}`.execute(database.db)
  expect(rows[0]?.taken).toBe(rows[0]?.booked)
  const again = await start(addresses[1] ?? '')
  servers[1] = again
  expect(await findViolations(database.db, new Date())).toEqual([])
})
