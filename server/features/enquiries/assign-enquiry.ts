import type { enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { listColleagues, openEnquiry } from './queries.ts'

/** Gives an enquiry to a colleague who may answer it, or to nobody. */
export function assignEnquiry(
  request: OfficeRequest,
  asked: CallInput<typeof enquiries.assign>,
): Promise<Recorded<{ id: number; version: number }>> {
  const { id, version, staffId } = asked
  const now = request.clock()
  return recordAction(request, asked, async tx => {
    const colleagues = await listColleagues(tx)
    const isColleague = staffId === null || colleagues.some(one => one.id === staffId)
    requireThat(isColleague, enquirySentences.noColleague)
    const current = () => openEnquiry(tx, id, now)
    const change = { assigned_to: staffId }
    const by = { staff: request.staff, now, current }
    const saved = await saveVersioned(tx, 'enquiries', { id, ...(version && { version }) }, change, by)
    return {
      answer: { id, version: saved },
      action: {
        ...{ action: 'enquiry.assign' as const, subjectKind: 'enquiry', subjectId: id },
        facts: { colleague: staffId },
      },
    }
  })
}
