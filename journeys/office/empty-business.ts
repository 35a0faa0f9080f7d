import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { endServer, spawnServer } from '#testing/spawn-server.ts'
import { test as base, expect } from '../site-test.ts'
import { behindProxy, recreate } from '../start-servers.ts'
import { serversOfJourneys } from './staff-sign-in.ts'

/** A server for one journey only, started like `BUSINESS=empty npm start`, or with a demo business of its own. */
export interface Installation {
  /** The link for the first owner of an empty business, as printed at the start. */
  link: string
  /** Its settings, for commands that run on the server itself. */
  settings: Record<string, string>
  stop: () => Promise<void>
  startAgain: () => Promise<void>
}

/** A journey on an empty installation of its own, on the database of its project. */
export const emptyTest = base.extend<{
  begins: 'empty' | 'demo'
  /** More settings of the server. */
  environment: Record<string, string>
  installation: Installation
  own: string
}>({
  begins: ['empty', { option: true }],
  environment: [{}, { option: true }],
  own: async ({ browserName: _any }, use) => use(`http://localhost:${await freePort()}`),
  installation: [
    async ({ own, begins, environment }, use, { project, workerIndex }) => {
      const folder = mkdtempSync(join(tmpdir(), 'maypole-empty-'))
      const settings: Record<string, string> = {
        ...behindProxy,
        ...(begins === 'empty' && { BUSINESS: 'empty' }),
        DATA_DIR: folder,
        STRIPE_STAND_IN_PORT: String(await freePort()),
        ...environment,
      }
      const beside = serversOfJourneys()[project.use.baseURL ?? '']?.DATABASE_URL
      if (beside) {
        settings.DATABASE_URL = new URL(`/maypole_empty_${workerIndex}`, beside).href
        await recreate(settings.DATABASE_URL)
      }
      let printed = ''
      const start = () =>
        spawnServer(own, settings, text => {
          printed += text
        })
      let server = await start()
      const readLink = () => /https?:\S+welcome#\S+/.exec(printed)?.[0] ?? ''
      if (begins === 'empty')
        await expect.poll(readLink, { message: 'the link of the first owner' }).not.toBe('')
      await use({
        link: readLink(),
        settings,
        stop: () => endServer(server),
        startAgain: async () => {
          server = await start()
        },
      })
      await endServer(server)
      rmSync(folder, { recursive: true, force: true })
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ installation: _started, own }, use) => use(own),
})

/** A journey on an empty installation in production, whose owner enters the card keys and the mail server. */
export const productionTest = emptyTest.extend({
  environment: {
    NODE_ENV: 'production',
    DATA_KEY: Buffer.from('a key of journeys, of 32 letters').toString('base64'),
  },
})

/** A journey that changes a rule of the business, on a demo business of its own. */
export const ownDemoTest = emptyTest.extend({ begins: 'demo' })
