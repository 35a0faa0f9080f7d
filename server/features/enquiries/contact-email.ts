import { isEmailAddress } from '#domain/email-address.ts'
import type { Db } from '#server/database/connect.ts'

/** Reads the address that the site shows, where the business reads its mail; '' without a valid one. */
export async function readContactEmail(db: Db): Promise<string> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('area', '=', 'site')
    .where('key', '=', 'contactEmail')
    .executeTakeFirst()
  return setting && isEmailAddress(setting.value) ? setting.value : ''
}
