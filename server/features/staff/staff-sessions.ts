import { sql } from 'kysely'
import { handInHours, maxStaffSessionHours, staffIdleHours, teacherSessionHours } from '#domain/limits.ts'
import type { Role } from '#domain/office/permissions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'
import type { StaffId, StaffMember } from '#server/request/staff-member.ts'
import { closeAttemptsOf } from './attempts.ts'

const hour = 60 * 60 * 1000
/** Returns how long a session lasts unused, and in all (spec 3 §2). */
const lives = (role: Role) =>
  role === 'teacher'
    ? { idle: teacherSessionHours * hour, absolute: teacherSessionHours * hour }
    : { idle: staffIdleHours * hour, absolute: maxStaffSessionHours * hour }
const touchEvery = 60 * 1000

/** The origin of a session: a description of the device, and a keyed hash of the network. */
export interface StaffDevice {
  device: string
  network: string
}

/** Returns the moment since which a session of this role must have been used to be valid. */
export const idleStaffSince = (role: Role, now: Date): Date => new Date(now.getTime() - lives(role).idle)

/**
 * Creates a session for a member who has authenticated; returns the token of 256 random bits for the cookie.
 * Only its hash is stored.
 */
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
 * Returns the member of a token, or undefined. `extend` means that the person did something, which keeps the
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
 * Returns the member whose session with this token was ended from the desk, or by a suspension, less than 24 hours ago.
 * They may only hand in what they did before (spec 4 §5.8).
 */
export async function recogniseEnded(db: Db, token: string, now: Date): Promise<StaffMember | undefined> {
  const found = await db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff as m', 'm.id', 's.staff_id')
    .select(['s.id', 's.staff_id', 's.revoked_at', 'm.role', 'm.full_name'])
    .where('s.token_hash', '=', hashToken(token))
    .where('s.revoked_at', '>', new Date(now.getTime() - handInHours * hour))
    .executeTakeFirst()
  return found?.revoked_at
    ? {
        ...{ staffId: found.staff_id as StaffId, role: found.role, fullName: found.full_name },
        ...{ sessionId: found.id, confirmedAt: null, endedAt: found.revoked_at },
      }
    : undefined
}

/**
 * Ends sessions of a member: one, all, or all but one. Unless it is only one, also ends attempts of the ended sessions,
 * which could otherwise become new sessions. Returns how many sessions ended.
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

/** `__Host-` binds the cookie to this host and https; without https it needs another name. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-office' : 'office')
const isSecure = ({ officeUrl }: Config) => officeUrl.startsWith('https:')

/**
 * Returns the `set-cookie` header of a sign-in; an empty token signs out. Scripts cannot read it, and other sites
 * cannot send it.
 */
export function officeCookie(config: Config, token: string): string {
  const secure = isSecure(config)
  const attributes = [
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${token ? (teacherSessionHours * hour) / 1000 : 0}`,
  ]
  return [`${cookieName(secure)}=${token}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
}

/** Reads the token from the `cookie` header. */
export function readOfficeCookie(config: Config, cookies: string | undefined): string | undefined {
  const name = cookieName(isSecure(config))
  const found = new RegExp(`(?:^|; )${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')
  return found?.[1]
}
