import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'

const METRICS_TOKEN = 'a-token-of-twenty-letters'
const folder = mkdtempSync(join(tmpdir(), 'maypole-memory-'))
let database: Awaited<ReturnType<typeof openTestDatabase>>
let address: string
let server: ChildProcess

beforeAll(async () => {
  database = await openTestDatabase()
  address = `http://127.0.0.1:${await freePort()}`
  server = await spawnServer(address, {
    DATABASE_URL: database.url ?? '',
    DATA_DIR: folder,
    STRIPE_STAND_IN_PORT: String(await freePort()),
    METRICS_TOKEN,
    NODE_OPTIONS: '--max-semi-space-size=32 --expose-gc',
  })
}, 120_000)
afterAll(async () => {
  await endServer(server)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the megabytes that the process holds. */
async function held(): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(await answer.text()) ?? []
  return Number(bytes) / 1024 / 1024
}

async function loadPages(times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) await (await fetch(`${address}/home/classes?week=${nth}`)).text()
}

test('memory used in a busy time is returned in the next quiet moment', { timeout: 180_000 }, async () => {
  const started = await held()
  await Promise.all(Array.from({ length: 16 }, () => loadPages(8)))
  const most = await held()
  expect(most).toBeGreaterThan(started + 40)
  // Asking is work too, so ask seldom.
  const isGivenBack = async () => expect(await held()).toBeLessThan(most - 25)
  await vi.waitFor(isGivenBack, { timeout: 60_000, interval: 6_000 })
})
