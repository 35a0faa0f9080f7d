import { sql } from 'kysely'
import { SettingError } from '#server/config.ts'
import type { Database } from './connect.ts'

const reasons: Record<string, string> = {
  '08P01': 'a pooler answers there; set DATABASE_POOLER=transaction',
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'the name of its machine cannot be looked up',
  ECONNREFUSED: 'nothing listens at this address and port',
  EHOSTUNREACH: 'there is no way to this address',
  ENETUNREACH: 'there is no way to this address',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not log in from here',
  '3D000': 'there is no database of this name',
  '53300': 'it has too many connections already',
  '57P03': 'it is starting or shutting down',
}

/**
 * Connects once to the database of DATABASE_URL. Throws a SettingError that says why it cannot, or that the
 * encoding is wrong. It never contains the address, which has the password.
 */
export async function requireMigrated({ runScript, db }: Database): Promise<void> {
  await runScript('select').catch(({ code = '', message }) => {
    throw new SettingError(
      `DATABASE_URL cannot be reached: ${reasons[code] ?? (message || code || 'no answer')}`,
    )
  })
  const { rows } = await sql<{
    encoding: string
  }>`select current_setting('server_encoding') as encoding`.execute(db)
  if (rows[0]?.encoding !== 'UTF8') {
    throw new SettingError(
      `DATABASE_URL is of a database with the encoding ${rows[0]?.encoding}: create it again with UTF8`,
    )
  }
}
