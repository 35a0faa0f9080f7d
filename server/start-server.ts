import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Stripe from 'stripe'
import { buildApp } from './app.ts'
import { type Config, readConfig, SettingError } from './config.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { makeLog } from './log.ts'
import { lookAfter } from './looking-after.ts'
import { openPictureStore } from './pictures/open-picture-store.ts'
import type { Services } from './services.ts'

export interface RunningServer {
  url: string
  close: () => Promise<void>
}

const clock = () => new Date()

/** Starts one whole process from its environment: database, card provider, pages, calls and periodic work. */
export async function startServer(env: Record<string, string | undefined>): Promise<RunningServer> {
  const dataDir = resolve(env.DATA_DIR?.trim() || './data')
  const config = readConfig(env, () => localKey(dataDir))
  const log = makeLog(config.logLevel)
  const pictures = await openPictureStore({ ...config, dataDir })
  const database = await openDatabase(config, dataDir)
  await migrate(database).catch(async error => {
    await database.close()
    throw error
  })
  const cards = await connectToCardProvider(config, dataDir)
  const services: Services = {
    db: database.db,
    clock,
    config: { ...config, dataDir, stripe: cards.keys },
    stripe: cards.stripe,
    pictures,
    jobWaiting: () => beats.nudge(),
    log,
  }
  if (config.isDemo) {
    const { loadDemo } = await import('#demo/load-demo.ts')
    await loadDemo(database.db, { now: clock(), dataKey: config.dataKey })
  }
  const app = await buildApp(services)
  const beats = lookAfter(services)
  try {
    await listen(app, config.port)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new SettingError(`PORT ${config.port} is taken by another program; set PORT to a free one`)
  }
  log.info('started', { address: config.publicUrl, database: database.flavour })
  return {
    url: config.publicUrl,
    close: async () => {
      await app.close()
      await beats.stop()
      await cards.close()
      await database.close()
    },
  }
}

// After a restart every open page connects anew, and Node would let 511 of them wait: the others get no answer for
// seconds, or a reset. The system may have a lower limit of its own (`net.core.somaxconn`).
const backlog = 16_384

/** All addresses of the machine; without IPv6, those of IPv4. */
async function listen(app: Awaited<ReturnType<typeof buildApp>>, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::', backlog })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EAFNOSUPPORT') throw error
    await app.listen({ port, host: '0.0.0.0', backlog })
  }
}

async function openDatabase(config: Config, dataDir: string): Promise<Database> {
  if (!config.databaseUrl) return openEmbeddedDatabase(join(dataDir, 'database'))
  const database = connectToPostgres(config.databaseUrl, config.databasePoolSize)
  try {
    await database.runScript('select 1')
  } catch (error) {
    await database.close()
    const { code, message } = error as { code?: string; message: string }
    throw new SettingError(`DATABASE_URL cannot be reached (${code ?? message})`)
  }
  return database
}

/** The real provider with its keys; in demo mode without keys, the local stand-in (decision E-08). */
async function connectToCardProvider(config: Config, dataDir: string) {
  if (config.stripe) {
    const stripe = new Stripe(config.stripe.secretKey, { maxNetworkRetries: 2, timeout: 10_000 })
    return { stripe, keys: config.stripe, close: async () => {} }
  }
  const { startStripeStandIn } = await import('#stripe-stand-in/start-stripe-stand-in.ts')
  const { businessName } = await import('#demo/business.ts')
  const keys = { secretKey: 'sk_test_stand_in', webhookSecret: `whsec_${randomBytes(24).toString('hex')}` }
  const port = config.standInPort
  const standIn = await startStripeStandIn({
    port,
    businessName,
    folder: join(dataDir, 'cards'),
    ...keys,
    host: '0.0.0.0',
    publicUrl: taken => `http://${new URL(config.publicUrl).hostname}:${taken}`,
    webhookUrl: `http://127.0.0.1:${config.port}/hooks/stripe`,
    clock,
  })
  const stripe = new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    maxNetworkRetries: 2,
    timeout: 10_000,
  })
  return { stripe, keys, close: () => standIn.close() }
}

/** A development process keeps its own random key beside its data, readable by its user alone. */
function localKey(dataDir: string): Buffer {
  const file = join(dataDir, 'data-key')
  if (existsSync(file)) return readFileSync(file)
  mkdirSync(dataDir, { recursive: true })
  const key = randomBytes(32)
  writeFileSync(file, key, { mode: 0o600 })
  return key
}
