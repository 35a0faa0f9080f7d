import { sql } from 'kysely'
import type { Role } from '#domain/office/permissions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'
import { closeAttemptsOf } from './attempts.ts'
import type { StaffId, StaffMember } from './staff-member.ts'

const hour = 60 * 60 * 1000
/** How long a session lives unused, and in all (spec 3 §2): a teacher's phone lies in a bag for days. */
const lives = (role: Role) =>
  role === 'teacher'
    ? { idle: 14 * 24 * hour, absolute: 14 * 24 * hour }
    : { idle: 12 * hour, absolute: 7 * 24 * hour }
const touchEvery = 60 * 1000

/** What a session remembers of where it began: words for the device, and a keyed hash of the network. */
export interface StaffDevice {
  device: string
  network: string
}

/** The oldest last use that a session of this role may have. */
export const idleStaffSince = (role: Role, now: Date): Date => new Date(now.getTime() - lives(role).idle)

/** Signs somebody in: the token of 256 random bits for the cookie; only its hash is kept. Who signs in has proved it. */
export async function issueStaffSession(
  db: Db,
  { staffId, role }: { staffId: number; role: Role },
  now: Date,
  { device, network }: StaffDevice = { device: '', network: '' },
): Promise<{ token: string; sessionId: number }> {
  const token = newToken()
  const { id: sessionId } = await db
    .insertInto('staff_sessions')
    .values({
      staff_id: staffId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + lives(role).absolute),
      device,
      network,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, sessionId }
}

/**
 * The member of staff a token belongs to, or undefined. `extend` says that the person did something, which keeps the
 * session alive; the use is written at most once a minute.
 */
export async function recogniseStaff(
  db: Db,
  token: string,
  now: Date,
  extend = true,
): Promise<StaffMember | undefined> {
  const found = await db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff as m', 'm.id', 's.staff_id')
    .select(['s.id', 's.staff_id', 's.last_used_at', 's.confirmed_at', 'm.role', 'm.full_name'])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
  if (!found) return undefined
  if (found.last_used_at < idleStaffSince(found.role, now)) return undefined
  if (extend && now.getTime() - found.last_used_at.getTime() > touchEvery) {
    await db.updateTable('staff_sessions').set({ last_used_at: now }).where('id', '=', found.id).execute()
  }
  return {
    staffId: found.staff_id as StaffId,
    role: found.role,
    fullName: found.full_name,
    sessionId: found.id,
    confirmedAt: found.confirmed_at,
  }
}

/**
 * Ends sessions of a member at once: one, all, or all but one; and but for one, what was begun by any that does not stay,
 * which would become another. Gives how many.
 */
export async function endStaffSessions(
  db: Db,
  staffId: number,
  now: Date,
  { only, except }: { only?: number | undefined; except?: number | undefined } = {},
): Promise<number> {
  if (only === undefined) await closeAttemptsOf(db, staffId, now, except)
  const { rows } =
    await sql`update staff_sessions set revoked_at = ${now} where staff_id = ${staffId} and revoked_at is null
    and (${only ?? null}::bigint is null or id = ${only ?? null}) and id is distinct from ${except ?? null}
    returning id`.execute(db)
  return rows.length
}

/** `__Host-` binds the cookie to this host and to https; only where there is no https it has another name. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-office' : 'office')
const isSecure = ({ officeUrl }: Config) => officeUrl.startsWith('https:')

/** The `set-cookie` header that signs in; an empty token signs out. No script reads it, no other site sends it. */
export function officeCookie(config: Config, token: string): string {
  const secure = isSecure(config)
  const attributes = [
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${token ? (14 * 24 * hour) / 1000 : 0}`,
  ]
  return [`${cookieName(secure)}=${token}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
}

/** Reads the token from the `cookie` header. */
export function readOfficeCookie(config: Config, cookies: string | undefined): string | undefined {
  const name = cookieName(isSecure(config))
  const found = new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')
  return found?.[1]
}
