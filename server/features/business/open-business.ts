import type { business as calls } from '#contract/office/business.ts'
import type { CallInput } from '#contract/wire.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lookAtBusiness } from './present-business.ts'
import { readSteps } from './queries.ts'

/** Opens the site to visitors for good. Refuses with what is still missing. */
export async function openBusiness({ requestId }: CallInput<typeof calls.open>, request: OfficeRequest) {
  const recorded = await recordAction(request, { requestId }, async tx => {
    const now = request.clock()
    const business = await tx.selectFrom('business').select('opened_at').forUpdate().executeTakeFirstOrThrow()
    requireThat(business.opened_at === null, businessSentences.alreadyOpen)
    const steps = await readSteps(tx, { now, config: request.config })
    const missing = steps.filter(({ isDone, mayWait }) => !isDone && !mayWait)
    if (missing.length > 0) {
      const fields = Object.fromEntries(missing.map(({ step, wants }) => [step, wants]))
      throw new OfficeRefusal(businessSentences.notReady, 422, { fields })
    }
    await tx.updateTable('business').set({ opened_at: now }).execute()
    return { answer: {}, action: { action: 'business.open', subjectKind: 'business' } }
  })
  await lookAtBusiness(request)
  return recorded
}
