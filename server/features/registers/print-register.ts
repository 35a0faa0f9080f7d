import type { officeContract } from '#contract/office/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { requireRegister } from './open-register.ts'
import { readComers } from './queries.ts'

/** Writes down that a register goes onto paper with what is known of each child's health (spec 3 §5.4). */
export const printRegister = (
  request: OfficeRequest,
  { sessionId, requestId }: { sessionId: number; requestId?: string },
): Promise<Acted<CallOutput<typeof officeContract.registers.print>>> =>
  act(request, { requestId }, async tx => {
    const { date } = await requireRegister(tx, request, sessionId)
    const comers = await readComers(tx, sessionId, date)
    const childIds = comers.flatMap(({ childId }) => childId ?? [])
    return {
      answer: {},
      action: { action: 'register.print', subjectKind: 'session', subjectId: sessionId, childIds },
    }
  })
