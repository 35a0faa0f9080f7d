import { sql } from 'kysely'
import type { Database, Db } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import type { TestApp } from './start-test-app.ts'

/** What servers in processes of their own seal notes with, as `DATA_KEY`. */
export const sharedDataKey = Buffer.alloc(32, 9)

/** Where families and offerings are made for servers in processes of their own: their database, by today's clock. */
export const placeIn = (db: Db): Pick<TestApp, 'db' | 'clock' | 'services'> => ({
  db,
  clock: { now: () => new Date(), set: () => {}, advance: () => {} },
  services: { config: { dataKey: sharedDataKey } } as TestApp['services'],
})

/** Brings a database up to date, of a business that lets visitors in. */
export async function migrateOpened(database: Database): Promise<void> {
  await migrate(database)
  await sql`update business set opened_at = '2026-01-05T09:00:00Z', gives_points = true`.execute(database.db)
}
