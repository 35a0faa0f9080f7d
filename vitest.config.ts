import { defineConfig } from 'vitest/config'

const served = ['{server,demo,stripe-stand-in}/**/*.test.ts']
/** Races need several connections; the two matrices are long, and say nothing about the database. */
const onPostgresAlone = [
  'server/**/*.race.test.ts',
  'server/database/invariants-broken.test.ts',
  'server/http/ownership.test.ts',
  'server/http/bad-input.test.ts',
]

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'postgres',
          include: served,
          globalSetup: ['testing/set-up-postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'embedded',
          include: served,
          exclude: onPostgresAlone,
          globalSetup: ['testing/set-up-embedded.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
