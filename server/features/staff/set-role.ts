import type { Role } from '#domain/office/permissions.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { keepingAnOwner, lockManaged, requireMayManage } from './manage-staff.ts'
import { readMember } from './member-queries.ts'
import { saveVersioned } from './save-versioned.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Gives a member another role; their sessions end, so that the next call is answered by what they now may. */
export const setRole = (
  request: OfficeRequest,
  input: { id: number; version?: number; role: Role; requestId?: string },
): Promise<Acted<{ id: number; version: number }>> =>
  keepingAnOwner(() =>
    act(request, input, async tx => {
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
