import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { buildApp } from './app.ts'
import { startBackgroundTasks } from './background/background-tasks.ts'
import { signWithPresentKey } from './cards/card-account.ts'
import { patience } from './cards/card-provider.ts'
import { type Config, SettingError, usualSenders } from './config.ts'
import { connectToPostgres, type Database, openEmbeddedDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { requireMigrated } from './database/require-migrated.ts'
import { keyId } from './database/seal-note.ts'
import type { CardProvider, DemoMode } from './demo-mode.ts'
import { beginBusiness } from './features/business/begin-business.ts'
import { lookAtBusiness, unknownBusiness } from './features/business/present-business.ts'
import { offerInvitations, type Wanted } from './features/staff/invitation-socket.ts'
import { inviteFirstOwner, inviteFromServer } from './features/staff/invite-first-owner.ts'
import { losesPasskeys } from './features/staff/office-host.ts'
import { endConnections } from './http/end-connections.ts'
import { createCallerLimiter } from './http/limit-caller.ts'
import { makeLog } from './log.ts'
import { backUp } from './operating/back-up.ts'
import { offerBackups } from './operating/backup-socket.ts'
import { openStandby } from './operating/standby.ts'
import { openPictureStore, pictureStores } from './pictures/open-picture-store.ts'
import type { Log, Services } from './services.ts'
import { signLogOfBefore } from './staff-log/sign-log.ts'

const clock = () => new Date()
/** The file that a build writes last. */
const builtFrom = new URL('../dist/built-from', import.meta.url)

/** A server that is open but does not listen yet. */
export interface OpenedServer {
  app: FastifyInstance
  /** The business's name; '' until its set-up names it. */
  businessName: string
  /** Where the first owner registers; undefined if there is an owner. It is secret. */
  firstOwnerAddress: string | undefined
  log: Log
  flavour: Database['flavour']
}

/**
 * Opens the database, card provider, pages, calls and background tasks, and adds to `ends` how each is closed.
 * Throws SettingError with one sentence for the operator.
 */
export async function openServer(
  asked: Config,
  demo: DemoMode | undefined,
  ends: (() => unknown)[],
): Promise<OpenedServer> {
  if (!asked.isDemo && !existsSync(builtFrom)) {
    throw new SettingError('the pages are not built: npm run build')
  }
  const log = makeLog(asked.logLevel)
  const { dataDir } = asked
  const pictures = await openPictureStore(asked)
  const database = await openDatabase(asked, ends)
  const business = await beginBusiness(database.db, asked, () =>
    Promise.resolve(demo?.fillDatabase(database.db, { now: clock(), dataKey: asked.dataKey })),
  )
  await signLogOfBefore(database.db, asked, clock())
  const isUsualSender = asked.mailFrom === usualSenders[asked.business]
  const mailFrom = isUsualSender ? usualSenders[business] : asked.mailFrom
  const config: Config = { ...asked, business, mailFrom }
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
  config.stripe = cards.keys
  const services: Services = {
    db: database.db,
    askStandby: standby ? standby.ask : ask => ask(database.db),
    clock,
    config,
    stripe: cards.stripe,
    pictures,
    business: unknownBusiness(),
    jobWaiting: () => tasks.nudge(),
    limitCaller: createCallerLimiter(config.databasePoolSize),
    lastRuns: new Map(),
    poolState: database.poolState,
    log,
  }
  const app = await buildApp(services)
  const tasks = startBackgroundTasks(services, [...(demo?.work ?? []), ...(standby ? [standby.watch] : [])])
  ends.push(
    tasks.stop,
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
  await lookAtBusiness(services)
  const firstOwnerAddress = await inviteFirstOwner(database.db, { ...config, now: clock() })
  if (await losesPasskeys(database.db, config.officeUrl)) {
    log.info('passkeys belong to the former host name: staff who have one must add another', {
      address: config.officeUrl,
    })
  }
  return { app, businessName: services.business.name, firstOwnerAddress, log, flavour: database.flavour }
}

/** Opens the database of the settings and migrates it. */
async function openDatabase(config: Config, ends: (() => unknown)[]): Promise<Database> {
  if (!config.databaseUrl) {
    const database = await openEmbeddedDatabase(join(config.dataDir, 'database'))
    ends.push(database.close)
    await migrate(database)
    return database
  }
  // Migrating, and waiting for another process's migrations, may take longer than a call.
  const isPooled = config.isDatabasePooled
  const migrating = connectToPostgres(config.databaseUrl, { poolSize: 1, answerWithin: 0, isPooled })
  try {
    await requireMigrated(migrating)
    if (isPooled) await requireLimits(migrating)
    await migrate(migrating)
  } finally {
    await migrating.close()
  }
  const database = connectToPostgres(config.databaseUrl, { poolSize: config.databasePoolSize, isPooled })
  ends.push(database.close)
  return database
}

/**
 * Checks the time limits of a database behind a pooler. They must be set on the database user, because a
 * session setting would not outlive its first transaction.
 */
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

/** Opens the real provider with its keys; in demo mode without keys, the practice one (decision E-08). */
async function openCardProvider(config: Config, demo: DemoMode | undefined): Promise<CardProvider> {
  if (config.stripe) {
    const stripe = new Stripe(config.stripe.secretKey, patience)
    return { stripe, keys: config.stripe, close: async () => {} }
  }
  if (demo) return demo.openCards(config)
  const stripe = new Stripe('', { ...patience, authenticator: signWithPresentKey(config) })
  return { stripe, keys: undefined, close: async () => {} }
}
