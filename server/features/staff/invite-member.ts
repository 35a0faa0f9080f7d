import { isEmailAddress } from '#domain/email-address.ts'
import { invitationHours } from '#domain/limits.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import type { Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { endInvitation, findOpenInvitation, writeInvitation } from './invitations.ts'
import { mailInvitation } from './mail-member.ts'
import { requireMayManage } from './manage-staff.ts'
import { findMemberByEmail } from './member-queries.ts'

/** Invites somebody by mail; an older invitation of the address ends. */
export function inviteMember(
  request: OfficeRequest,
  input: { email: string; fullName: string; role: Role; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { email, fullName, role } = input
  requireFields({ email: !isEmailAddress(email) && sentences.emailRequired })
  requireMayManage(request, role)
  return recordAction(request, input, async tx => {
    if (await findMemberByEmail(tx, email)) throw new OfficeRefusal(officeSentences.worksHere)
    const before = await findOpenInvitation(tx, email, request.clock())
    if (before) requireMayManage(request, before.role)
    await sendInvitation(tx, request, { email, fullName, role, isReturn: false })
    return { answer: {}, action: { action: 'staff.invite', subjectKind: 'invitation', facts: { role } } }
  })
}

/** Sends an open invitation once more, with a new link; the old one no longer works. */
export function resendInvitation(
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  return recordAction(request, input, async tx => {
    const { email, full_name: fullName, role } = await openInvitation(tx, request, input.id)
    const isReturn = (await findMemberByEmail(tx, email)) !== undefined
    await sendInvitation(tx, request, { email, fullName, role, isReturn })
    const subject = { subjectKind: 'invitation', subjectId: input.id }
    return { answer: {}, action: { action: 'staff.resend', ...subject } }
  })
}

/** Withdraws an invitation: its link no longer works. */
export function withdrawInvitation(
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  return recordAction(request, input, async tx => {
    const { email } = await openInvitation(tx, request, input.id)
    await endInvitation(tx, email, request.clock())
    const subject = { subjectKind: 'invitation', subjectId: input.id }
    return { answer: {}, action: { action: 'staff.withdraw', ...subject } }
  })
}

async function openInvitation(tx: Tx, request: OfficeRequest, id: number) {
  const invitation = await tx
    .selectFrom('staff_invitations')
    .selectAll()
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) throw new OfficeRefusal(officeSentences.notFound)
  requireMayManage(request, invitation.role)
  return invitation
}

/** Writes an invitation and the mail with its link. */
export async function sendInvitation(
  tx: Tx,
  request: OfficeRequest,
  given: { email: string; fullName: string; role: Role; isReturn: boolean },
): Promise<void> {
  const now = request.clock()
  const token = await writeInvitation(
    tx,
    { ...given, invitedBy: request.staff.staffId, hours: invitationHours },
    now,
  )
  const usefulUntil = new Date(now.getTime() + invitationHours * 60 * 60_000)
  await mailInvitation(tx, request, { ...given, token, usefulUntil })
}
