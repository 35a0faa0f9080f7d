import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { setClock } from './journeys/set-clock.ts'
import { chromiumArguments } from './scripts/chromium-arguments.ts'
import { findChromium } from './scripts/ensure-chromium.ts'

// JOURNEYS_NOW='2027-03-28 00:30' runs everything as if it were that moment on London's clock.
if (process.env.JOURNEYS_NOW) setClock(process.env.JOURNEYS_NOW)

/** Each server uses two ports, its own and the card page's; JOURNEYS_PORT moves them all. */
const port = Number(process.env.JOURNEYS_PORT ?? 3911)
const servers = { embedded: `http://localhost:${port}`, postgres: `http://localhost:${port + 10}` }
const { embedded, postgres } = servers
/** The database of each screen size; JOURNEYS_SWAP=1 swaps them. */
const [ofPhone, ofDesk] = process.env.JOURNEYS_SWAP ? [postgres, embedded] : [embedded, postgres]

/** Runs journeys in a real browser: on a phone against the embedded database, at a desk against PostgreSQL. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  globalSetup: './journeys/start-servers.ts',
  metadata: servers,
  fullyParallel: true,
  // A journey waits half of its time: for the other browser, a mail, or the minute in which one can undo.
  workers: Math.min(8, 2 * availableParallelism()),
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? findChromium(),
      args: chromiumArguments,
    },
  },
  // A journey tagged with one of the two runs there alone: record 284 says which.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desk/,
      use: { baseURL: ofPhone, viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    {
      name: 'desk',
      grepInvert: /@phone/,
      use: { baseURL: ofDesk, viewport: { width: 1280, height: 900 } },
    },
  ],
})
