import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'

/**
 * Decides at the first start which business the database holds. Later starts keep it, whatever their setting (record
 * 057), so that a real business is never filled with invented data or opened to everybody.
 */
export async function beginBusiness(
  db: Db,
  { isDemo, business: setting }: Pick<Config, 'isDemo' | 'business'>,
  fillDatabase: () => Promise<unknown> = async () => {},
): Promise<Config['business']> {
  if (setting === 'empty') await sql`update business set began = 'empty' where began is null`.execute(db)
  else await fillDatabase()
  const { began } = await db.selectFrom('business').select('began').executeTakeFirstOrThrow()
  return isDemo && began !== 'empty' ? 'demo' : 'empty'
}
