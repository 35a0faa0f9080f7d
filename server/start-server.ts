import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { buildApp } from './app.ts'
import { patience } from './cards/card-provider.ts'
import { type Config, readConfig, SettingError, usualSenders } from './config.ts'
import { diskProblem, lockDataFolder, openDataFolder } from './data-folder.ts'
import { backUp } from './database/back-up.ts'
import { offerBackups } from './database/backup-socket.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { requireReached } from './database/require-reached.ts'
import { openStandby } from './database/standby.ts'
import type { CardProvider, DemoMode } from './demo-mode.ts'
import { beginBusiness } from './features/business/begin-business.ts'
import { lookAtBusiness, unknownBusiness } from './features/business/present-business.ts'
import { keyId } from './features/children/seal-note.ts'
import { offerInvitations, type Wanted } from './features/staff/invitation-socket.ts'
import { inviteFirstOwner, inviteFromServer } from './features/staff/invite-first-owner.ts'
import { losesPasskeys } from './features/staff/office-host.ts'
import { endConnections } from './http/end-connections.ts'
import { makeLog } from './log.ts'
import { lookAfter } from './looking-after.ts'
import { openPictureStore, pictureStores } from './pictures/open-picture-store.ts'
import type { Services } from './services.ts'

export interface RunningServer {
  url: string
  isDemo: boolean
  /** Whose site it is; '' until the set-up has named it. */
  businessName: string
  /** Where the first owner's account is made; undefined when an owner works here. A secret. */
  firstOwnerAddress: string | undefined
  close: () => Promise<void>
}

const clock = () => new Date()

/**
 * Starts one whole process from its environment: database, card provider, pages, calls and periodic work. What has been
 * opened is closed again when a later part does not start. Throws SettingError with one sentence for whoever runs it.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  loadDemoMode?: () => Promise<DemoMode>,
): Promise<RunningServer> {
  /** Ends each part that has been opened; the last one first. */
  const ends: (() => unknown)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const config = readConfig(env, () => localKey(resolve(env.DATA_DIR?.trim() || './data')))
    const demo = config.isDemo ? await loadDemoMode?.() : undefined
    const services = await openParts(config, demo, ends)
    await lookAtBusiness(services)
    const { db, business } = services
    const firstOwnerAddress = await inviteFirstOwner(db, { ...config, now: clock() })
    return {
      url: config.publicUrl,
      isDemo: config.isDemo,
      businessName: business.name,
      firstOwnerAddress,
      close,
    }
  } catch (error) {
    await close()
    const dataDir = resolve(env.DATA_DIR?.trim() || './data')
    throw (env.DATABASE_URL ? undefined : diskProblem(dataDir, error)) ?? error
  }
}

async function openParts(
  given: Config,
  demo: DemoMode | undefined,
  ends: (() => unknown)[],
): Promise<Services> {
  const dataDir = resolve(given.dataDir)
  const asked = { ...given, dataDir }
  const log = makeLog(asked.logLevel)
  await requireFreePort(asked.port)
  openDataFolder(dataDir)
  const pictures = await openPictureStore(asked)
  const database = await openDatabase(asked, ends)
  const business = await beginBusiness(database.db, asked, () =>
    Promise.resolve(demo?.fillDatabase(database.db, { now: clock(), dataKey: asked.dataKey })),
  )
  const isUsualSender = asked.mailFrom === usualSenders[asked.business]
  const mailFrom = isUsualSender ? usualSenders[business] : asked.mailFrom
  const config = { ...asked, business, mailFrom }
  const standby =
    config.databaseReadUrl === undefined
      ? undefined
      : openStandby(config.databaseReadUrl, {
          primary: database.db,
          poolSize: config.databasePoolSize,
          isPooled: config.isDatabasePooled,
          log,
        })
  if (standby) ends.push(standby.close)
  const cards = await openCardProvider(config, demo)
  ends.push(cards.close)
  const services: Services = {
    db: database.db,
    askStandby: standby ? standby.ask : ask => ask(database.db),
    clock,
    config: { ...config, stripe: cards.keys },
    stripe: cards.stripe,
    pictures,
    business: unknownBusiness(),
    jobWaiting: () => beats.nudge(),
    beats: new Map(),
    poolState: database.poolState,
    log,
  }
  const app = await buildApp(services)
  const beats = lookAfter(services, [...(demo?.work ?? []), ...(standby ? [standby.watch] : [])])
  ends.push(
    beats.stop,
    () => app.close(),
    () => endConnections(app),
  )
  if (database.flavour === 'embedded') {
    const given = { database, pictures: pictureStores(config), keyId: keyId(config.dataKey) }
    const backups = offerBackups(dataDir, () => backUp({ ...given, clock }), log)
    services.isBackingUp = backups.isUnderWay
    const invite = (wanted: Wanted) => inviteFromServer(database.db, wanted, { ...config, now: clock() })
    ends.push(backups.end, offerInvitations(dataDir, invite, log).end)
  }
  await onAllAddresses(config.port, host => app.listen({ port: config.port, host, backlog }))
  if (await losesPasskeys(database.db, config.officeUrl)) {
    log.info('passkeys belong to the former host name: whoever has one makes another', {
      address: config.officeUrl,
    })
  }
  log.info('started', { address: config.publicUrl, database: database.flavour })
  return services
}

/** Tried before anything is opened: a second start in the same place ends here and has touched nothing. */
function requireFreePort(port: number): Promise<void> {
  return onAllAddresses(port, host => {
    const trial = createServer()
    return new Promise<void>((done, fail) => {
      trial.once('error', fail)
      trial.listen({ port, host }, () => trial.close(() => done()))
    })
  })
}

// After a restart every open page connects anew, and Node would let 511 of them wait: the others get no answer for
// seconds, or a reset. The system may have a lower limit of its own (`net.core.somaxconn`).
const backlog = 16_384

/** Listens on all addresses of the machine; without IPv6, those of IPv4. */
async function onAllAddresses(port: number, listen: (host: string) => Promise<unknown>): Promise<void> {
  try {
    await listen('::').catch(error => {
      if (codeOf(error) !== 'EAFNOSUPPORT') throw error
      return listen('0.0.0.0')
    })
  } catch (error) {
    const problem = portProblems[codeOf(error)]
    throw problem ? new SettingError(`PORT ${port} ${problem}`) : error
  }
}

const portProblems: Record<string, string> = {
  EADDRINUSE: 'is taken by another program; set PORT to a free one',
  EACCES: 'is not for this user; set PORT to 1024 or more',
}
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** The database of the settings, up to date. */
async function openDatabase(config: Config, ends: (() => unknown)[]): Promise<Database> {
  if (!config.databaseUrl) {
    ends.push(lockDataFolder(config.dataDir).release)
    const database = await openEmbeddedDatabase(join(config.dataDir, 'database'))
    ends.push(database.close)
    await migrate(database)
    return database
  }
  // Waiting for another process's migrations, and migrating, may last longer than a call.
  const isPooled = config.isDatabasePooled
  const migrating = connectToPostgres(config.databaseUrl, { poolSize: 1, answerWithin: 0, isPooled })
  try {
    await requireReached(migrating)
    if (isPooled) await requireLimits(migrating)
    await migrate(migrating)
  } finally {
    await migrating.close()
  }
  const database = connectToPostgres(config.databaseUrl, { poolSize: config.databasePoolSize, isPooled })
  ends.push(database.close)
  return database
}

/** Told at the start of a session, they would not outlive its first transaction: behind a pooler the user has them. */
async function requireLimits({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_user as name where exists (
    select from pg_settings where name in ('statement_timeout', 'lock_timeout') and setting = '0')`.execute(
    db,
  )
  if (!rows[0]) return
  throw new SettingError(
    `DATABASE_POOLER is set, and the database's user has no time limits of its own: alter role "${rows[0].name}" set statement_timeout = '10s'; alter role "${rows[0].name}" set lock_timeout = '5s'`,
  )
}

/** The real provider with its keys; in demo mode without keys, the practice one (decision E-08). */
async function openCardProvider(config: Config, demo: DemoMode | undefined): Promise<CardProvider> {
  if (config.stripe) {
    const stripe = new Stripe(config.stripe.secretKey, patience)
    return { stripe, keys: config.stripe, close: async () => {} }
  }
  if (!demo) throw new SettingError('STRIPE_SECRET_KEY is required: card payments need a provider')
  return demo.openCards(config)
}

/**
 * In demo mode a process keeps a random key of its own beside its data, readable by its user alone. Of two that start at
 * one moment the first to link its key keeps it, whole, before either seals with it.
 */
function localKey(dataDir: string): Buffer {
  openDataFolder(dataDir)
  const file = join(dataDir, 'data-key')
  if (!existsSync(file)) {
    const made = `${file}-${randomUUID()}`
    writeFileSync(made, randomBytes(32), { mode: 0o600 })
    try {
      linkSync(made, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    } finally {
      rmSync(made)
    }
  }
  return readFileSync(file)
}
