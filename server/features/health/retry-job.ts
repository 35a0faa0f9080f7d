import type { health as calls } from '#contract/office/health.ts'
import type { CallInput } from '#contract/wire.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

/** Has a job that failed tried again now, and not when it would be by itself. */
export async function retryJob({ id, requestId }: CallInput<typeof calls.retryJob>, request: OfficeRequest) {
  const acted = await act(request, { requestId }, async tx => {
    const now = request.clock()
    const job = await tx
      .updateTable('jobs')
      .set({ run_at: now })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      // What is only for later, such as an offer that ends or drafts that open then, is not to be hurried.
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
  return acted
}
