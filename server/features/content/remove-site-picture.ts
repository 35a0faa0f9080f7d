import { sql } from 'kysely'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { removeAt } from './remove-picture.ts'

/** Removes a picture that nothing shows. Its row is locked first: who is putting it to use holds it (require-pictures.ts). */
export async function removeSitePicture(
  request: OfficeRequest,
  input: { id: number; requestId?: string },
): Promise<Acted<Record<string, never>>> {
  const { clock, jobWaiting } = request
  const acted = await act(request, input, async tx => {
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
  return acted
}
