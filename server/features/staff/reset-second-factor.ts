import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { endCredentials } from './finish-enrolment.ts'
import { sendInvitation } from './invite-member.ts'
import { lockManaged } from './manage-staff.ts'
import { endStaffSessions } from './staff-sessions.ts'

interface Managing {
  id: number
  requestId?: string
}

/**
 * Removes all of a member's credentials and mails them a link to start again, after they lost their device
 * and their codes.
 */
export function resetSecondFactor(
  request: OfficeRequest,
  input: Managing & { reason: string },
): Promise<Recorded<Record<string, never>>> {
  const { id, reason } = input
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  // A member who resets their own is locked out if the mail is lost; they have recovery codes.
  if (id === request.staff.staffId) throw new OfficeRefusal(officeSentences.notYourself)
  return recordAction(request, input, async tx => {
    const member = await lockManaged(tx, request, id)
    if (member.status !== 'active') throw new OfficeRefusal(officeSentences.isSuspended)
    await endCredentials(tx, id, request.clock())
    const { email, full_name: fullName, role } = member
    await sendInvitation(tx, request, { email, fullName, role, isReturn: true })
    return {
      answer: {},
      action: { action: 'staff.resetSecondFactor', subjectKind: 'staff', subjectId: id, reason },
    }
  })
}

/** Signs a member out everywhere. */
export const endMemberSessions = (
  request: OfficeRequest,
  input: Managing,
): Promise<Recorded<Record<string, never>>> =>
  recordAction(request, input, async tx => {
    await lockManaged(tx, request, input.id)
    const ended = await endStaffSessions(tx, input.id, request.clock())
    const subject = { subjectKind: 'staff', subjectId: input.id }
    return { answer: {}, action: { action: 'staff.endSessions', ...subject, facts: { ended } } }
  })
