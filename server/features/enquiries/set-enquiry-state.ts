import { sql } from 'kysely'
import type { enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { openEnquiry } from './queries.ts'

/**
 * Sets an enquiry's state. "done" also records when and by whom it was answered; Undo keeps the recorded
 * values. "done" is refused unless an answer was sent from here or `isAnsweredElsewhere` is set.
 */
export async function setEnquiryState(
  request: OfficeRequest,
  asked: CallInput<typeof enquiries.setState>,
): Promise<Recorded<{ id: number; version: number }>> {
  const { id, version, state, isUndo = false, isAnsweredElsewhere = false } = asked
  const now = request.clock()
  return recordAction(request, asked, async tx => {
    const current = () => openEnquiry(tx, id, now)
    const keeps = sql`${isUndo} and answered_at is not null`
    const answered = {
      answered_at: sql`case when ${keeps} then answered_at else ${now} end`,
      answered_by: sql`case when ${keeps} then answered_by else ${request.staff.staffId} end`,
      answered_elsewhere: sql`case when ${keeps} then answered_elsewhere else ${isAnsweredElsewhere} end`,
    }
    const { staff } = request
    const saved = await saveVersioned(
      tx,
      'enquiries',
      { id, ...(version && { version }) },
      {
        state: state === 'waitingForThem' ? 'open' : state,
        awaits_them: state === 'waitingForThem',
        ...(state === 'done' && answered),
      },
      { staff, now, current },
    )
    if (state === 'done') {
      const { replies = 0, isAnsweredElsewhere: isSaid } = (await current()) ?? {}
      requireThat(replies > 0 || isSaid, enquirySentences.notAnswered)
    }
    return {
      answer: { id, version: saved },
      action: {
        action: 'enquiry.state',
        subjectKind: 'enquiry',
        subjectId: id,
        facts: { state, ...(state === 'done' && { isAnsweredElsewhere }) },
      },
    }
  })
}
