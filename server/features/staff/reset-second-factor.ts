import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { endWaysIn } from './finish-enrolment.ts'
import { sendInvitation } from './invite-member.ts'
import { lockManaged } from './manage-staff.ts'
import { endStaffSessions } from './staff-sessions.ts'

interface Managing {
  id: number
  requestId?: string
}

/** Ends all that lets a member in, and mails them a link to begin anew: for who lost their device and their codes. */
export function resetSecondFactor(
  request: OfficeRequest,
  input: Managing & { reason: string },
): Promise<Acted<Record<string, never>>> {
  const { id, reason } = input
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  // Whoever resets their own stands outside when the mail goes astray; they have recovery codes.
  if (id === request.staff.staffId) throw new OfficeRefusal(officeSentences.notYourself)
  return act(request, input, async tx => {
    const member = await lockManaged(tx, request, id)
    if (member.status !== 'active') throw new OfficeRefusal(officeSentences.isSuspended)
    await endWaysIn(tx, id, request.clock())
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
): Promise<Acted<Record<string, never>>> =>
  act(request, input, async tx => {
    await lockManaged(tx, request, input.id)
    const ended = await endStaffSessions(tx, input.id, request.clock())
    const subject = { subjectKind: 'staff', subjectId: input.id }
    return { answer: {}, action: { action: 'staff.endSessions', ...subject, facts: { ended } } }
  })
