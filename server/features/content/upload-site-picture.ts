import { sentences } from '#domain/sentences.ts'
import { allowRate } from '#server/features/accounts/allow-rate.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Cut, encodePicture } from './encode-picture.ts'
import { keepForGood } from './remove-picture.ts'
import { keepWidths } from './upload-picture.ts'

const perDay = { atMost: 200, perMinutes: 24 * 60, sentence: sentences.tooManyPictures }

interface Given extends Cut {
  file: Blob
  requestId?: string
}

/** Puts a picture into the library, cut as staff chose. It is drawn anew as parents' are, in the same process (record 022). */
export async function uploadSitePicture(
  request: OfficeRequest,
  { file, requestId, ...cut }: Given,
): Promise<Acted<{ id: number; version: number; path: string }>> {
  const { db, clock, staff } = request
  await allowRate(db, { key: `office-upload:${staff.staffId}`, ...perDay }, clock())
  const widths = await encodePicture(await file.bytes(), undefined, cut.width > 0 ? cut : undefined)
  // The files come first, so that nothing is in the library without them; a repeated press has no use for its own.
  const path = await keepWidths(request, widths)
  return act(request, { requestId }, async tx => {
    await keepForGood(tx, path)
    const { id, version } = await tx
      .insertInto('site_pictures')
      .values({ path, created_at: clock(), updated_by: staff.staffId })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    return {
      answer: { id, version, path },
      action: { action: 'picture.save', subjectKind: 'picture', subjectId: id },
    }
  })
}
