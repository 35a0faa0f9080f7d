import type { Selectable } from 'kysely'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import type { Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { lockAddress } from '#server/features/accounts/send-code.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'
import { mayManage } from './manage-staff.ts'
import { findActiveMember, findMemberByEmail, type Member } from './member-queries.ts'

export type Invitation = Selectable<Schema['staff_invitations']>

/** The person, role and duration of an invitation. `email` is '' for the first owner, who enters it. */
interface Invited {
  email: string
  role: Role
  fullName?: string
  /** The member who invites; undefined for the server's operator (decision O-04). */
  invitedBy?: number
  hours: number
}

/** Writes an invitation, ends an earlier one, and returns its token of 256 random bits. Only the hash is stored. */
export async function writeInvitation(tx: Tx, invited: Invited, now: Date): Promise<string> {
  const token = newToken()
  // Two invitations at once run one after the other, also when processes start together without an owner.
  await lockAddress(tx, invited.email)
  await endInvitation(tx, invited.email, now)
  await tx
    .insertInto('staff_invitations')
    .values({
      email: invited.email,
      role: invited.role,
      full_name: invited.fullName ?? '',
      token_hash: hashToken(token),
      invited_by: invited.invitedBy ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + invited.hours * 60 * 60_000),
    })
    .execute()
  return token
}

/** Finds the valid invitation of an address. */
export const findOpenInvitation = (db: Db, email: string, now: Date): Promise<Invitation | undefined> =>
  db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Ends the open invitation of an address, if there is one. */
export async function endInvitation(db: Db, email: string, now: Date): Promise<void> {
  const ending = db.updateTable('staff_invitations').set({ used_at: now }).where('used_at', 'is', null)
  await ending.where('email', '=', email).execute()
}

/**
 * Reads the invitation of a link, and the former member whom it readmits. Refuses a link that is used or expired, or
 * whose sender may no longer send it. Also refuses to readmit a suspended member, which only the server's operator may
 * do.
 */
export async function readInvitation(
  db: Db,
  wanted: { token: string } | { id: number },
  now: Date,
): Promise<{ invitation: Invitation; member: Member | undefined }> {
  const invitation = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where(eb => ('id' in wanted ? eb('id', '=', wanted.id) : eb('token_hash', '=', hashToken(wanted.token))))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const member = invitation && (await findMemberByEmail(db, invitation.email))
  const inviter = invitation?.invited_by && (await findActiveMember(db, invitation.invited_by))
  const isForbidden =
    invitation !== undefined &&
    invitation.invited_by !== null &&
    (member?.status === 'suspended' || !inviter || !mayManage(inviter.role, invitation.role))
  const isTooLate = invitation?.email === '' && (await hasOwner(db))
  if (!invitation || isForbidden || isTooLate) throw new OfficeRefusal(officeSentences.linkEnded)
  return { invitation, member }
}

/** Whether there is an owner. The first owner is invited by a link that the server prints. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owners = db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
  return (await owners.limit(1).executeTakeFirst()) !== undefined
}
