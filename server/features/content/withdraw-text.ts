import { siteTextOf } from '#contract/office/site-texts.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { isInForce } from './keep-version.ts'

/**
 * Withdraws a text that was to become valid later. Versions are append-only, so another row withdraws it; the
 * scheduled job then finds the earlier text. Locks the text as a save does.
 */
export const withdrawText = (
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> =>
  recordAction(request, input, async tx => {
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
        // An older server does not know `withdraws_id` and takes this row for a version, so the row has the
        // text that is valid from then on.
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
