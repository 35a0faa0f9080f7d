import type { officeContract } from '#contract/office/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { requireRegister } from './open-register.ts'
import { readAttendees } from './queries.ts'

/** Logs that a register with health notes is printed (spec 3 §5.4). */
export const printRegister = (
  request: OfficeRequest,
  { sessionId, requestId }: { sessionId: number; requestId?: string },
): Promise<Recorded<CallOutput<typeof officeContract.registers.print>>> =>
  recordAction(request, { requestId }, async tx => {
    const { date } = await requireRegister(tx, request, sessionId)
    const attendees = await readAttendees(tx, sessionId, date)
    const childIds = attendees.flatMap(({ childId }) => childId ?? [])
    return {
      answer: {},
      action: { action: 'register.print', subjectKind: 'session', subjectId: sessionId, childIds },
    }
  })
