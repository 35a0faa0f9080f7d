import { sql } from 'kysely'
import type { Database, Db } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { TestApp } from './start-test-app.ts'

/** The `DATA_KEY` of servers that tests start as processes. */
export const sharedDataKey = Buffer.alloc(32, 9)

/**
 * Returns the services for creating families and offerings in the database of a server that runs as its own process.
 */
export const servicesOfDatabase = (db: Db): Pick<TestApp, 'db' | 'clock' | 'services'> => ({
  db,
  clock: { now: () => new Date(), set: () => {}, advance: () => {} },
  services: { config: { dataKey: sharedDataKey } } as TestApp['services'],
})

/** Migrates a database and opens its business to visitors. */
export async function migrateOpened(database: Database): Promise<void> {
  await migrate(database)
  await sql`update business set opened_at = '2026-01-05T09:00:00Z', gives_points = true`.execute(database.db)
}
