import type { enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/** Adds a note for colleagues to the thread of an enquiry. */
export function noteEnquiry(
  request: OfficeRequest,
  asked: CallInput<typeof enquiries.note>,
): Promise<Recorded<{ id: number }>> {
  const { id } = asked
  const body = asked.text.trim()
  requireFields({ text: body === '' && enquirySentences.noteRequired })
  return recordAction(request, asked, async tx => {
    const enquiry = await tx
      .selectFrom('enquiries')
      .select('account_id as accountId')
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst()
    requireThat(enquiry, officeSentences.notFound)
    const note = await tx
      .insertInto('enquiry_entries')
      .values({
        ...{ enquiry_id: id, kind: 'note', staff_id: request.staff.staffId },
        ...{ body, created_at: request.clock() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      answer: { id: note.id },
      action: {
        ...{ action: 'enquiry.note' as const, subjectKind: 'enquiry', subjectId: id },
        ...(enquiry.accountId && { accountId: enquiry.accountId }),
      },
    }
  })
}
