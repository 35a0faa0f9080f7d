import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'

/**
 * Decides at the first start whose business the database is to hold, and tells every later one, whatever it asks for
 * (record 080): what somebody has begun for themselves is never filled with the invented business, nor open to all.
 */
export async function beginBusiness(
  db: Db,
  { isDemo, business: wish }: Pick<Config, 'isDemo' | 'business'>,
  fillDatabase: () => Promise<unknown> = async () => {},
): Promise<Config['business']> {
  if (wish === 'empty') await sql`update business set began = 'empty' where began is null`.execute(db)
  else await fillDatabase()
  const { began } = await db.selectFrom('business').select('began').executeTakeFirstOrThrow()
  return isDemo && began !== 'empty' ? 'demo' : 'empty'
}
