import { sql } from 'kysely'
import type { MailWish } from '#domain/office/mail-wishes.ts'
import type { Role } from '#domain/office/permissions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { openNote } from '#server/database/seal-note.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import { idleStaffSince } from './staff-sessions.ts'

/** The data of a member who signs in. */
export interface Member {
  id: number
  email: string
  full_name: string
  role: Role
  status: 'invited' | 'active' | 'suspended'
  password_hash: string
  totp_sealed: Uint8Array | null
  totp_last_step: number
}

const members = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['id', 'email', 'full_name', 'role', 'status', 'password_hash', 'totp_sealed', 'totp_last_step'])

export const findMemberByEmail = (db: Db, email: string): Promise<Member | undefined> =>
  members(db).where('email', '=', email).executeTakeFirst()

export const findMember = (db: Db, id: number): Promise<Member | undefined> =>
  members(db).where('id', '=', id).executeTakeFirst()

/** Finds a member of staff; undefined if they no longer work here. */
export const findActiveMember = (db: Db, id: number): Promise<Member | undefined> =>
  members(db).where('id', '=', id).where('status', '=', 'active').executeTakeFirst()

/** Lists members with an authenticator, locked until the caller's transaction ends. */
export const lockMembersWithAuthenticator = (tx: Tx): Promise<Member[]> =>
  members(tx).where('totp_sealed', 'is not', null).orderBy('id').forUpdate().execute()

/** Binds an authenticator's key to its member, so that it does not open if copied to another row. */
export const authenticatorPlace = (staffId: number): string => `staff.totp of ${staffId}`

/** Decrypts the authenticator's key of a member who has one. */
export const authenticatorKeyOf = (dataKey: Buffer, { id, totp_sealed }: Member): string | undefined =>
  totp_sealed ? openNote(dataKey, totp_sealed, authenticatorPlace(id)) : undefined

/** Whether a member has their own credential; demo members have none. */
export async function hasCredential(db: Db, staffId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select m.password_hash <> ''
    or exists (select from staff_passkeys p where p.staff_id = m.id) as has from staff m where m.id = ${staffId}`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

/** Reads the member's own sign-in settings for their page (spec 3 §2.2). */
export async function readOwnSignIn(db: Db, { staffId }: StaffMember) {
  const member = await db
    .selectFrom('staff')
    .select(['email', 'full_name', 'display_name', 'colour', 'mail_wishes', 'version', 'password_hash'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const passkeys = await db
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()
  const { left } = await db
    .selectFrom('staff_recovery_codes')
    .select(eb => eb.fn.countAll<string>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    id: staffId,
    version: member.version,
    email: member.email,
    fullName: member.full_name,
    displayName: member.display_name,
    colour: member.colour,
    mailWishes: member.mail_wishes as MailWish[],
    hasPassword: member.password_hash !== '',
    recoveryCodesLeft: Number(left),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  }
}

/** Lists the member's own open sessions, the most recently used first. */
export async function readOwnSessions({ db, clock, staff }: OfficeRequest) {
  const sessions = await db
    .selectFrom('staff_sessions')
    .select(['id', 'device', 'network', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staff.staffId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
    .where('last_used_at', '>', idleStaffSince(staff.role, clock()))
    .orderBy('last_used_at', 'desc')
    .execute()
  const here = sessions.find(({ id }) => id === staff.sessionId)
  return sessions.map(({ id, device, network, created_at, last_used_at }) => ({
    id,
    device,
    isHere: id === staff.sessionId,
    isSameNetwork: network === here?.network,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
  }))
}

/** Lists current and former members. */
export async function readMembers(db: Db, now: Date, only?: number) {
  const { rows } =
    await sql<StaffRow>`select m.id, m.version, m.full_name as "fullName", m.email, m.role, m.status,
      m.password_hash <> '' as "hasPassword",
      (select count(*)::int from staff_passkeys p where p.staff_id = m.id) as passkeys,
      (select max(s.last_used_at) from staff_sessions s where s.staff_id = m.id) as "lastUsedAt",
      teaches.coming, teaches."nextDate"
    from staff m cross join lateral (
      select count(*)::integer as coming, min(s.start_date) as "nextDate"
      from session_teachers t join sessions s on s.id = t.session_id
      where t.staff_id = m.id and s.status <> 'cancelled' and s.ends_at > ${now}
    ) teaches where ${only ?? null}::bigint is null or m.id = ${only ?? null}
    order by m.status, m.full_name collate "und-x-icu", m.id`.execute(db)
  return rows.map(row => ({ ...row, lastUsedAt: row.lastUsedAt?.toISOString() ?? null }))
}

export const readMember = async (db: Db, now: Date, id: number) => (await readMembers(db, now, id))[0]

/** Lists the unused invitations; `isOver` means that the link has expired. */
export async function readInvitations(db: Db, now: Date) {
  const invitations = await db
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'full_name as fullName', 'role', 'expires_at'])
    .where('used_at', 'is', null)
    .where('email', '<>', '')
    .orderBy('id', 'desc')
    .execute()
  return invitations.map(({ expires_at, ...invitation }) => ({
    ...invitation,
    expiresAt: expires_at.toISOString(),
    isOver: expires_at <= now,
  }))
}

interface StaffRow {
  id: number
  version: number
  fullName: string
  email: string
  role: Role
  status: 'invited' | 'active' | 'suspended'
  hasPassword: boolean
  passkeys: number
  lastUsedAt: Date | null
  coming: number
  nextDate: string | null
}
