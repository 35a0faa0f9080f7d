import { defaultMails } from '#domain/office/mail-wishes.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { sealNote } from '#server/database/seal-note.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { type Attempt, closeAttempt } from './attempts.ts'
import { readInvitation } from './invitations.ts'
import { keepSession, rememberOwnDevice } from './known-office-device.ts'
import { tellOfNewCredential } from './mail-member.ts'
import { authenticatorPlace, findActiveMember, findMemberByEmail, type Member } from './member-queries.ts'
import type { KeptPasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { endStaffSessions } from './staff-sessions.ts'
import { startStaffSession } from './start-staff-session.ts'

/** The credential that was just confirmed. */
interface Credential {
  passkey?: KeptPasskey & { transports: string[]; name: string }
  authenticator?: { key: string; step: number; password_hash: string }
}

/**
 * Turns an enrolment whose second factor was just confirmed into a credential, once. A link or a recovery
 * code replaces everything and signs in with ten new recovery codes. A signed-in member gets one more
 * credential, and their other sessions end.
 */
export async function finishEnrolment(
  visit: OfficeVisit,
  token: string,
  way: Credential,
): Promise<{ codes: string[] }> {
  const { db, clock } = visit
  const now = clock()
  const facts = { way: way.passkey ? 'passkey' : 'authenticator' }
  try {
    const { codes, entered, owner } = await transaction(db, async tx => {
      const attempt = await closeAttempt(tx, 'enrol', token, now)
      const { member, wasHere } = await memberOf(tx, attempt, now)
      if (attempt.begins_anew) await endCredentials(tx, member.id, now)
      await endStaffSessions(tx, member.id, now, { except: attempt.session_id ?? undefined })
      await addCredential(tx, visit, member, way)
      if (wasHere)
        await tellOfNewCredential(tx, visit, { email: member.email, replacedAll: attempt.begins_anew })
      const codes = attempt.begins_anew ? await renewRecoveryCodes(tx, member.id) : []
      const owner = await findActiveMember(tx, member.id)
      requireThat(owner, officeSentences.signInFailed)
      if (attempt.session_id === null) {
        const entered = await startStaffSession(tx, visit, member, {
          action: 'staff.enrol',
          facts,
          isTold: true,
        })
        return { codes, entered, owner }
      }
      const staff = { staffId: member.id, sessionId: attempt.session_id }
      await writeAction(
        tx,
        visit.config,
        staff,
        { action: 'staff.addWay', subjectKind: 'staff', subjectId: member.id, facts },
        now,
      )
      return { codes, entered: undefined, owner }
    })
    if (entered) keepSession(visit, owner, entered)
    else rememberOwnDevice(visit, owner)
    return { codes }
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_passkeys_once') throw error
    throw new OfficeRefusal(officeSentences.passkeyKnown)
  }
}

/**
 * Ends everything that lets a member sign in: passkeys, password with authenticator, recovery codes, sessions and
 * attempts.
 */
export async function endCredentials(tx: Tx, staffId: number, now: Date): Promise<void> {
  await tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute()
  await tx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  const nothing = { password_hash: '', totp_sealed: null, totp_last_step: 0 }
  await tx.updateTable('staff').set(nothing).where('id', '=', staffId).execute()
  await endStaffSessions(tx, staffId, now)
}

async function memberOf(tx: Tx, attempt: Attempt, now: Date): Promise<{ member: Member; wasHere: boolean }> {
  if (attempt.invitation_id !== null) return invitedMember(tx, attempt, attempt.invitation_id, now)
  const member = await findActiveMember(tx, attempt.staff_id ?? 0)
  requireThat(member, officeSentences.signInFailed)
  return { member, wasHere: true }
}

/** Uses up an invitation. A former member keeps their role, unless the server's operator names another. */
async function invitedMember(tx: Tx, attempt: Attempt, id: number, now: Date) {
  const { email, full_name } = attempt
  const { invitation } = await readInvitation(tx, { id }, now)
  // Locked first: of two at once, the second waits here and finds it used.
  const used = await tx
    .updateTable('staff_invitations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new OfficeRefusal(officeSentences.linkEnded)
  const before = await findMemberByEmail(tx, email)
  const role = before && invitation.invited_by !== null ? before.role : invitation.role
  const values = { full_name, role, status: 'active' as const }
  if (before) await tx.updateTable('staff').set(values).where('id', '=', before.id).execute()
  else {
    const made = { ...values, email, mail_wishes: defaultMails[role], created_at: now }
    await tx.insertInto('staff').values(made).execute()
  }
  const member = await findMemberByEmail(tx, email)
  requireThat(member, officeSentences.signInFailed)
  await tx.updateTable('staff_invitations').set({ staff_id: member.id }).where('id', '=', id).execute()
  return { member, wasHere: before !== undefined }
}

async function addCredential(
  tx: Tx,
  { config, clock }: OfficeVisit,
  { id }: Member,
  { passkey, authenticator }: Credential,
): Promise<void> {
  if (passkey) {
    await tx
      .insertInto('staff_passkeys')
      .values({ ...passkey, staff_id: id, created_at: clock() })
      .execute()
  }
  if (authenticator) {
    const { key, step, password_hash } = authenticator
    const totp_sealed = sealNote(config.dataKey, key, authenticatorPlace(id))
    const given = { password_hash, totp_sealed, totp_last_step: step }
    await tx.updateTable('staff').set(given).where('id', '=', id).execute()
  }
}
