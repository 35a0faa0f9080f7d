import type { Role } from '#domain/office/permissions.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { keepingAnOwner, lockManaged, requireMayManage } from './manage-staff.ts'
import { readMember } from './member-queries.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Changes a member's role and ends their sessions, so that the next call has the new permissions. */
export const setRole = (
  request: OfficeRequest,
  input: { id: number; version?: number; role: Role; requestId?: string },
): Promise<Recorded<{ id: number; version: number }>> =>
  keepingAnOwner(() =>
    recordAction(request, input, async tx => {
      const { id, role } = input
      const now = request.clock()
      requireMayManage(request, role)
      const { role: was } = await lockManaged(tx, request, id)
      const saving = { staff: request.staff, now, current: () => readMember(tx, now, id) }
      const version = await saveVersioned(tx, 'staff', input, { role }, saving)
      await endStaffSessions(tx, id, now)
      const facts = { was, role }
      return {
        answer: { id, version },
        action: { action: 'staff.setRole', subjectKind: 'staff', subjectId: id, facts },
      }
    }),
  )
