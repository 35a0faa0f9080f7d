import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '#testing/free-port.ts'
import { buildPagesIfChanged } from '../scripts/build-pages.ts'
import type { PracticeCards } from './product-with-cards.ts'

export interface Product {
  url: string
  process: ChildProcess
  stop: () => Promise<void>
}

const ofProduction = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_never_called',
  STRIPE_WEBHOOK_SECRET: 'whsec_never_called',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Bench <hello@example.test>',
}
export const dataKey = randomBytes(32)

/**
 * Starts the product with freshly built pages on the given database: in production mode or as the demo. With
 * `cards` it starts `product-with-cards.ts`, which uses a practice card provider that runs already.
 */
export async function startProduct(
  databaseUrl: string,
  {
    port,
    publicUrl,
    cards,
    isDemo,
  }: { port?: number; publicUrl?: string; cards?: PracticeCards; isDemo?: boolean } = {},
): Promise<Product> {
  await buildPagesIfChanged()
  port ??= await freePort()
  const url = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'maypole-bench-'))
  const mode = isDemo ? { DEMO: '1', STRIPE_STAND_IN_PORT: String(await freePort()) } : ofProduction
  const file = cards ? './product-with-cards.ts' : '../main.ts'
  const server = fork(fileURLToPath(new URL(file, import.meta.url)), {
    cwd: folder,
    silent: true,
    // As `npm start` and the unit in deploy/ do.
    execArgv: ['--max-semi-space-size=32', '--heap-growing-percent=50', '--expose-gc'],
    env: {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: publicUrl ?? url,
      DATA_DIR: folder,
      DATA_KEY: dataKey.toString('base64'),
      // The load names each family's network in a header.
      TRUSTED_PROXIES: '1',
      ...(cards ? { DEMO: '1', CARDS: JSON.stringify(cards) } : mode),
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
  await letVisitorsIn(databaseUrl, url)
  const stop = async () => {
    server.kill()
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  }
  return { url, process: server, stop }
}

/** Opens the business to visitors; the process notices it within two seconds. */
async function letVisitorsIn(databaseUrl: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`update business set opened_at = '2026-01-05T09:00:00Z'`)
  await client.end()
  while ((await fetch(`${url}/home/about`)).status === 503) await pause(100)
}

/** Starts another file of this folder as a child process. */
export const child = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
