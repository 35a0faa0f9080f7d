import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const served = ['{server,demo,stripe-stand-in}/**/*.test.ts']
// Each test app has a database, a folder and ports of its own: loading the server once a worker is enough.
const ofTheServer = { include: served, isolate: false, testTimeout: 30_000, hookTimeout: 60_000 }
/** Races need several connections; the others are long, and say nothing about the run's database. */
const onPostgresAlone = [
  'server/**/*.race.test.ts',
  'server/audit/invariants-broken.test.ts',
  'server/operating/operator-commands.test.ts',
  'server/http/ownership.test.ts',
  'server/http/office-matrix.test.ts',
  'server/http/bad-input.test.ts',
  'server/http/largest-inputs.test.ts',
  'server/pages/search-engines.test.ts',
  'server/config.test.ts',
  'server/start-server.test.ts',
  'server/exit-within.test.ts',
  'server/log-output.test.ts',
  'server/data-folder.test.ts',
  'stripe-stand-in/**/*.test.ts',
]

export default defineConfig({
  test: {
    // Those that wait for the database, or for a real time-out, leave room for one more.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'rules',
          // No test leaves anything behind in a module: loading each once a worker is enough.
          isolate: false,
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'testing/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...ofTheServer,
          name: 'postgres',
          globalSetup: ['testing/set-up-postgres.ts'],
        },
      },
      {
        test: {
          ...ofTheServer,
          name: 'embedded',
          exclude: onPostgresAlone,
          globalSetup: ['testing/set-up-embedded.ts'],
        },
      },
    ],
  },
})
