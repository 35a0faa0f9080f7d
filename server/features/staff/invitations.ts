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

/** Whom a link lets in, as what, and for how long. `email` is '' for the first owner, who names it themselves. */
interface Invited {
  email: string
  role: Role
  fullName?: string
  /** Who invites; without one it is whoever has the server (decision O-04). */
  invitedBy?: number
  hours: number
}

/** Writes an invitation, which ends the one before it, and gives its token of 256 random bits: only its hash is kept. */
export async function writeInvitation(tx: Tx, invited: Invited, now: Date): Promise<string> {
  const token = newToken()
  // Two who invite at once follow each other, as processes that start together do with the first owner.
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

/** The invitation of an address that still works. */
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
 * The invitation of a link, and whom it lets back in if they were here before. Refuses a link that was used, is too old,
 * or would let in somebody who is suspended; only who has the server may do that. One of a colleague who may no longer
 * send it, being suspended or given another role, is worth nothing either.
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

/** Whether an owner works here: the first one comes in by a link that the server prints. */
export async function hasOwner(db: Db): Promise<boolean> {
  const owners = db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
  return (await owners.limit(1).executeTakeFirst()) !== undefined
}
