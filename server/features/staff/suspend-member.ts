import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { endInvitation } from './invitations.ts'
import { keepingAnOwner, lockManaged } from './manage-staff.ts'
import { readMember } from './member-queries.ts'
import { endStaffSessions } from './staff-sessions.ts'

interface Suspending {
  id: number
  version?: number
  isSuspended: boolean
  reason: string
  requestId?: string
}

/** Suspends a member at once, or readmits them with their former credentials. */
export function suspendMember(
  request: OfficeRequest,
  input: Suspending,
): Promise<Recorded<{ id: number; version: number }>> {
  const { id, isSuspended, reason } = input
  requireFields({ reason: isSuspended && !saysWhy(reason) && officeSentences.sayWhy })
  return keepingAnOwner(() =>
    recordAction(request, input, async tx => {
      const now = request.clock()
      const { email } = await lockManaged(tx, request, id)
      const saving = { staff: request.staff, now, current: () => readMember(tx, now, id) }
      const status = isSuspended ? 'suspended' : 'active'
      const version = await saveVersioned(tx, 'staff', input, { status }, saving)
      await endStaffSessions(tx, id, now)
      await endInvitation(tx, email, now)
      const action = isSuspended ? 'staff.suspend' : 'staff.unsuspend'
      return { answer: { id, version }, action: { action, subjectKind: 'staff', subjectId: id, reason } }
    }),
  )
}
