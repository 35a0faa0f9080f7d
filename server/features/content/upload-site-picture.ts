import { sentences } from '#domain/sentences.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { type Cut, encodePicture } from './encode-picture.ts'
import { keepForGood } from './remove-picture.ts'
import { keepWidths } from './upload-picture.ts'

const perDay = { atMost: 200, perMinutes: 24 * 60, sentence: sentences.tooManyPictures }

interface Given extends Cut {
  file: Blob
  requestId?: string
}

/**
 * Adds a picture to the library, cropped as staff chose. It is encoded in the same process as parents' pictures (record
 * 013).
 */
export async function uploadSitePicture(
  request: OfficeRequest,
  { file, requestId, ...cut }: Given,
): Promise<Recorded<{ id: number; version: number; path: string }>> {
  const { db, clock, staff } = request
  await allowRate(db, { key: `office-upload:${staff.staffId}`, ...perDay }, clock())
  const widths = await encodePicture(await file.bytes(), undefined, cut.width > 0 ? cut : undefined)
  // The files come first, so that no row lacks them; a repeated submission does not need its own.
  const path = await keepWidths(request, widths)
  return recordAction(request, { requestId }, async tx => {
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
