import type { Enquiry } from '#contract/office/enquiries.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { saveVersioned } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readEnquiry } from './queries.ts'

/** Says how far an enquiry is; "done" also says when it was answered. */
export async function setEnquiryState(
  request: OfficeRequest,
  {
    id,
    version,
    state,
    requestId,
  }: { id: number; version?: number; state: Enquiry['state']; requestId?: string },
): Promise<Acted<{ id: number; version: number }>> {
  const now = request.clock()
  return act(request, { requestId }, async tx => {
    const current = () => readEnquiry(tx, id, now)
    const answeredAt = state === 'done' ? now : null
    const saved = await saveVersioned(
      tx,
      'enquiries',
      { id, version },
      { state, answered_at: answeredAt },
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
