import { siteTextOf } from '#contract/office/site-texts.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { isInForce } from './keep-version.ts'

/**
 * Calls off a text that was to hold from a later moment on. Versions are append-only: a row says that it was withdrawn,
 * and the job at its moment finds the text of before. Locks the text as a save does.
 */
export const withdrawText = (
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Acted<Record<string, never>>> =>
  act(request, input, async tx => {
    const now = request.clock()
    const found = await tx
      .selectFrom('text_versions as v')
      .select(['v.area', 'v.key', 'v.effective_at'])
      .where('v.id', '=', input.id)
      .where('v.withdraws_id', 'is', null)
      .executeTakeFirst()
    requireThat(found, officeSentences.notFound)
    const of = siteTextOf(found.area, found.key)
    requireThat(of, officeSentences.notFound)
    const { area, key } = of
    const from = found.effective_at
    const text = await tx
      .selectFrom('settings')
      .select(['id', 'value'])
      .where('area', '=', area)
      .where('key', '=', key)
      .forNoKeyUpdate()
      .executeTakeFirst()
    requireThat(from > now, catalogueSentences.holdsAlready)
    const standing = await tx
      .selectFrom('text_versions as v')
      .select('v.id')
      .where('v.id', '=', input.id)
      .where(isInForce)
      .executeTakeFirst()
    requireThat(standing, catalogueSentences.withdrawnAlready)
    await tx
      .insertInto('text_versions')
      .values({
        // A server from before this row's column takes it for a version: it puts what stands there now.
        ...{ area, key, value: text?.value ?? '', effective_at: from, withdraws_id: input.id },
        ...{ staff_id: request.staff.staffId, created_at: now },
      })
      .execute()
    return {
      answer: {},
      action: {
        action: 'text.withdraw',
        subjectKind: 'text',
        ...(text && { subjectId: text.id }),
        facts: { text: `${area}.${key}`, versionId: input.id },
      },
    }
  })
