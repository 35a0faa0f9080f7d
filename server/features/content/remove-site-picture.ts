import { sql } from 'kysely'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { removeAt } from './remove-picture.ts'

/** Removes a picture that is not in use. Locks its row first, as commands that use it do (require-pictures.ts). */
export async function removeSitePicture(
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { clock, jobWaiting } = request
  const recorded = await recordAction(request, input, async tx => {
    const picture = await tx
      .selectFrom('site_pictures')
      .select('path')
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    requireThat(picture, officeSentences.notFound)
    const { path } = picture
    const used = await sql`select from used_site_pictures where path = ${path} limit 1`.execute(tx)
    requireThat(used.rows.length === 0, catalogueSentences.pictureInUse)
    await tx.deleteFrom('site_pictures').where('id', '=', input.id).execute()
    await removeAt(tx, path, clock())
    return {
      answer: {},
      action: { action: 'picture.remove', subjectKind: 'picture', subjectId: input.id },
    }
  })
  jobWaiting()
  return recorded
}
