import { isEmailAddress } from '#domain/email-address.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import type { Role } from '#domain/office/permissions.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { endInvitation, findOpenInvitation, writeInvitation } from './invitations.ts'
import { requireMayManage } from './manage-staff.ts'
import { findMemberByEmail } from './member-queries.ts'
import { mailInvitation } from './tell-member.ts'

const hours = 7 * 24

/** Invites somebody by mail; an older invitation of the address ends. */
export function inviteMember(
  request: OfficeRequest,
  input: { email: string; fullName: string; role: Role; requestId?: string },
): Promise<Acted<Record<string, never>>> {
  const { email, fullName, role } = input
  requireFields({ email: !isEmailAddress(email) && sentences.emailRequired })
  requireMayManage(request, role)
  return act(request, input, async tx => {
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
): Promise<Acted<Record<string, never>>> {
  return act(request, input, async tx => {
    const { email, full_name: fullName, role } = await openInvitation(tx, request, input.id)
    const isReturn = (await findMemberByEmail(tx, email)) !== undefined
    await sendInvitation(tx, request, { email, fullName, role, isReturn })
    const subject = { subjectKind: 'invitation', subjectId: input.id }
    return { answer: {}, action: { action: 'staff.resend', ...subject } }
  })
}

/** Takes an invitation back: its link no longer works. */
export function withdrawInvitation(
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Acted<Record<string, never>>> {
  return act(request, input, async tx => {
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
  const token = await writeInvitation(tx, { ...given, invitedBy: request.staff.staffId, hours }, now)
  const usefulUntil = new Date(now.getTime() + hours * 60 * 60_000)
  await mailInvitation(tx, request, { ...given, token, usefulUntil })
}
