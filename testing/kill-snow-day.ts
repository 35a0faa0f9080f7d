import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Db } from '#server/database/connect.ts'
import { startStandInProcess } from '#stripe-stand-in/start-process.ts'
import { findViolations } from './find-violations.ts'
import { freePort } from './free-port.ts'
import { servicesOfDatabase, sharedDataKey } from './services-of-database.ts'
import {
  bookSnowDay,
  compareSnowDay,
  endUndo,
  makeSnowFamilies,
  openOfficeAt,
  pressSnowDay,
  readSnowDay,
  snowSteps,
  untilSnowIsSettled,
} from './snow-day.ts'
import { endServer, untilHealthy } from './spawn-server.ts'

/** A snow day's site: a server that is killed, and a card provider that keeps running. */
export interface SnowSite {
  db: Db
  people: Awaited<ReturnType<typeof makeSnowFamilies>>
  address: string
  start: () => Promise<ChildProcess>
  /** The pence of each refund of a payment, from the card provider's ledger. */
  refundedAt: (paymentRef: string) => Promise<number[]>
  close: () => Promise<void>
}

/** Opens a site of sixty families on a migrated database; the server is started by `start`. */
export async function openSnowSite(databaseUrl: string, db: Db): Promise<SnowSite> {
  const folder = mkdtempSync(join(tmpdir(), 'maypole-snow-'))
  const address = `http://127.0.0.1:${await freePort()}`
  const keys = { secretKey: 'sk_test_snow', webhookSecret: 'whsec_snow' }
  const cards = await startStandInProcess({
    ...{ port: 0, folder: join(folder, 'cards'), ...keys, webhookUrl: `${address}/hooks/stripe` },
  })
  const stripe = new Stripe(keys.secretKey, { host: '127.0.0.1', port: cards.port, protocol: 'http' })
  const environment = {
    NODE_ENV: '',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '1',
    PORT: new URL(address).port,
    PUBLIC_URL: address,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    DATA_KEY: sharedDataKey.toString('base64'),
    // Reading the sources takes most of a start.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    CARDS: JSON.stringify({ port: cards.port, keys }),
  }
  return {
    db,
    people: await makeSnowFamilies(servicesOfDatabase(db)),
    address,
    start: async () => {
      const child = spawn(process.execPath, ['bench/product-with-cards.ts'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...environment },
      })
      await untilHealthy(address, child)
      return child
    },
    refundedAt: async paymentRef => {
      const { data } = await stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })
      return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
    },
    close: async () => {
      await cards.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Books a snow day, cancels it, and kills the server after `killAt` steps: orders settled or families
 * notified. Starts the server again and waits until all is settled. Ends the minute of Undo and the dead
 * process's lease by hand, so that nothing waits for them. Returns where it was killed, the time from the
 * restart to the end, and what is wrong.
 */
export async function killSnowDay(
  { db, people, address, start, refundedAt }: SnowSite,
  server: ChildProcess,
  { killAt, inDays }: { killAt: number; inDays: number },
) {
  const place = servicesOfDatabase(db)
  const sessions = await bookSnowDay(place, { address, people, inDays })
  const { id } = await pressSnowDay(await openOfficeAt(address, place), sessions)
  await endUndo(db, id)
  for (let steps = 0; steps < killAt; ) {
    const { settled, told } = await readSnowDay(db, id)
    steps = settled + told
    if (steps < killAt) await pause(2)
  }
  await endServer(server, 'SIGKILL')
  const killed = await readSnowDay(db, id)
  const began = performance.now()
  const again = await start()
  await sql`update jobs set leased_until = null where done_at is null`.execute(db)
  await untilSnowIsSettled(db, id)
  const backAfter = performance.now() - began
  const differs = await compareSnowDay(db, id, { refundedAt })
  const violations = await findViolations(db, new Date())
  return {
    server: again,
    killed,
    isInTheMiddle: killed.settled + killed.told < snowSteps && killed.settled > 0,
    backAfter,
    differs: [...differs, ...violations.map(({ rule }) => rule)],
  }
}
