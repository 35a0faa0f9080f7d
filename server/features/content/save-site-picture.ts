import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { saveVersioned } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { listSitePictures } from './office-queries.ts'

interface Given {
  id: number
  version?: number
  alt: string
  isDecoration: boolean
  requestId?: string
}

/** Says in other words what is to be seen in a picture. */
export const saveSitePicture = (
  request: OfficeRequest,
  input: Given,
): Promise<Acted<{ id: number; version: number }>> =>
  act(request, input, async tx => {
    const { id, alt, isDecoration } = input
    requireFields({ alt: !isDecoration && alt === '' && catalogueSentences.describePicture })
    const saving = {
      staff: request.staff,
      now: request.clock(),
      current: async () => (await listSitePictures(tx, id))[0],
    }
    const version = await saveVersioned(tx, 'site_pictures', input, { alt: isDecoration ? '' : alt }, saving)
    return {
      answer: { id, version },
      action: { action: 'picture.save', subjectKind: 'picture', subjectId: id },
    }
  })
