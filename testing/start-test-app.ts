import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { type Api, type Envelope, makeApi } from '#contract/client.ts'
import { buildApp } from '#server/app.ts'
import { jobHandlers } from '#server/background/job-handlers.ts'
import { signWithPresentKey } from '#server/cards/card-account.ts'
import { patience } from '#server/cards/card-provider.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { unknownBusiness } from '#server/features/business/present-business.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import { makeLog } from '#server/log.ts'
import { openPictureStore } from '#server/pictures/open-picture-store.ts'
import type { LimitCaller, Services } from '#server/services.ts'
import { type StripeStandIn, startStripeStandIn } from '#stripe-stand-in/start-stripe-stand-in.ts'
import { freePort } from './free-port.ts'
import { type Answered, createOfficeClient, type TestOffice } from './office-client.ts'
import { openTestDatabase } from './open-test-database.ts'

interface Caller {
  token?: string
  ip?: string
  headers?: Record<string, string>
}
export interface TestApp extends TestOffice {
  /** The site's calls, made without an account. */
  visitor: Api
  /** Returns the site's calls, made with this token, from this network address or with these headers. */
  apiOf: (who: Caller) => Api
  /** Makes one call in its wire format, for requests that our own clients would not send. */
  call: <Data = unknown>(path: string, body?: unknown, token?: string) => Promise<Answered<Data>>
  db: Db
  database: Database & { url?: string }
  services: Services
  http: FastifyInstance
  /** The stand-in for the card provider, with its faults. */
  cards: StripeStandIn
  clock: { now: () => Date; set: (now: Date | string) => void; advance: (minutes: number) => void }
  /** Runs the due jobs, and the jobs that these add, until none is left. */
  runJobs: () => Promise<void>
}

const sentAlways = { 'content-type': 'application/json', 'accept-language': 'en' }
const dayZero = new Date('2026-11-23T09:00:00Z') // a Monday morning in London

/**
 * Starts the whole server on a fresh database, with a clock that the test sets and its own card provider. It closes
 * after the test that started it; if started at the top of a file, after the file's last test.
 */
export async function startTestApp(
  options: { now?: Date; config?: Partial<Config>; poolSize?: number; limitCaller?: LimitCaller } = {},
): Promise<TestApp> {
  let now = options.now ?? dayZero
  const clock = () => now
  const database = await openTestDatabase(options.poolSize)
  const folder = mkdtempSync(join(tmpdir(), 'maypole-test-'))
  const port = await freePort()
  const keys = { secretKey: 'sk_test_standin', webhookSecret: `whsec_${randomBytes(16).toString('hex')}` }
  const publicUrl = `http://127.0.0.1:${port}`
  const cards = await startStripeStandIn({
    port: 0,
    folder: join(folder, 'cards'),
    ...keys,
    webhookUrl: `${publicUrl}/hooks/stripe`,
    clock,
  })
  const config: Config = {
    ...readConfig({ PUBLIC_URL: publicUrl, DATA_DIR: folder }, () => Buffer.alloc(32, 7)),
    stripe: keys,
    logLevel: 'silent',
    ...options.config,
  }
  const services: Services = {
    db: database.db,
    askStandby: ask => ask(services.db),
    clock,
    config,
    stripe: new Stripe('', {
      authenticator: signWithPresentKey(config),
      host: '127.0.0.1',
      port: cards.port,
      protocol: 'http',
      ...patience,
      maxNetworkRetries: 0,
    }),
    pictures: await openPictureStore(config),
    business: unknownBusiness(),
    jobWaiting: () => {},
    // Races run as if in several processes, because the limit of one process would prevent them.
    limitCaller: options.limitCaller ?? ((_who, work) => work()),
    lastRuns: new Map(),
    poolState: database.poolState,
    log: makeLog(config.logLevel),
  }
  const http = await buildApp(services)
  await http.listen({ port, host: '127.0.0.1' })
  const post = (path: string, body: unknown, { token, ip, headers }: Caller) =>
    http.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: { ...sentAlways, ...(token && { token }), ...headers },
      ...(ip ? { remoteAddress: ip } : {}),
      payload: JSON.stringify(body),
    })
  const apiOf: TestApp['apiOf'] = who =>
    makeApi(() => async (path, body) => {
      const response = await post(path, body, who)
      if (response.statusCode === 200 || response.statusCode === 401) return response.json<Envelope>()
      throw new Error(`${path} answered HTTP ${response.statusCode}`)
    })
  const office = createOfficeClient({ db: database.db, clock: { now: clock }, http, publicUrl })
  const whenDone = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  whenDone(async () => {
    await http.close()
    await cards.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    visitor: apiOf({}),
    apiOf,
    call: async <Data>(path: string, body: unknown = {}, token?: string) => {
      const response = await post(path, body, { token })
      return { status: response.statusCode, ...response.json<Envelope>() } as Answered<Data>
    },
    ...office,
    db: database.db,
    database,
    services,
    http,
    cards,
    clock: {
      now: clock,
      set: moment => {
        now = new Date(moment)
      },
      advance: minutes => {
        now = new Date(now.getTime() + minutes * 60_000)
      },
    },
    runJobs: async () => {
      while ((await runDueJobs(services, jobHandlers)) > 0);
    },
  }
}
