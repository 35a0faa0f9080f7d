import type { health as calls } from '#contract/office/health.ts'
import type { CallInput } from '#contract/wire.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

/** Runs a failed job now instead of at its next try. */
export async function retryJob({ id, requestId }: CallInput<typeof calls.retryJob>, request: OfficeRequest) {
  const recorded = await recordAction(request, { requestId }, async tx => {
    const now = request.clock()
    const job = await tx
      .updateTable('jobs')
      .set({ run_at: now })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      // A job that was scheduled for later, such as the end of an offer or the publication of drafts, is not
      // run early.
      .where(job => job.or([job('last_error', '<>', ''), job('run_at', '<=', now)]))
      .returning('kind')
      .executeTakeFirst()
    requireThat(job, officeSentences.notFound)
    return {
      answer: {},
      action: { action: 'job.retry', subjectKind: 'job', subjectId: id, facts: { kind: job.kind } },
    }
  })
  request.jobWaiting()
  return recorded
}
