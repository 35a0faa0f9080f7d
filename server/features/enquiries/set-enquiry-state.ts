import { sql } from 'kysely'
import type { Enquiry } from '#contract/office/enquiries.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { saveVersioned } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readEnquiry } from './queries.ts'

/** Says how far an enquiry is; "done" also says when and by whom it was answered, which Undo brings back as it was. */
export async function setEnquiryState(
  request: OfficeRequest,
  {
    id,
    version,
    state,
    isUndo = false,
    requestId,
  }: { id: number; version?: number; state: Enquiry['state']; isUndo?: boolean; requestId?: string },
): Promise<Acted<{ id: number; version: number }>> {
  const now = request.clock()
  return act(request, { requestId }, async tx => {
    const current = () => readEnquiry(tx, id, now)
    const keeps = sql`${isUndo} and answered_at is not null`
    const answered = {
      answered_at: sql`case when ${keeps} then answered_at else ${now} end`,
      answered_by: sql`case when ${keeps} then answered_by else ${request.staff.staffId} end`,
    }
    const saved = await saveVersioned(
      tx,
      'enquiries',
      { id, version },
      { state, ...(state === 'done' && answered) },
      { staff: request.staff, now, current },
    )
    return {
      answer: { id, version: saved },
      action: {
        action: 'enquiry.state',
        subjectKind: 'enquiry',
        subjectId: id,
        facts: { state },
      },
    }
  })
}
