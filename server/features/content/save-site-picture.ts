import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { isSitePath, isWebAddress } from '#domain/web-address.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import { saveVersioned } from '#server/features/staff/save-versioned.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { readSitePicture } from './office-queries.ts'

interface Given {
  id: number
  version?: number
  alt: string
  isDecoration: boolean
  /** Where it leads in the home page's carousel. */
  link?: string
  requestId?: string
}

/** Says in other words what is to be seen in a picture. */
export const saveSitePicture = (
  request: OfficeRequest,
  input: Given,
): Promise<Acted<{ id: number; version: number }>> =>
  act(request, input, async tx => {
    const { id, isDecoration, link = '' } = input
    const alt = isDecoration ? '' : input.alt
    requireFields({
      // Whoever cannot see a picture that leads somewhere is told by its words where.
      alt: (!isDecoration || link !== '') && alt === '' && catalogueSentences.describePicture,
      link: link !== '' && !isSitePath(link) && !isWebAddress(link) && catalogueSentences.pictureLink,
    })
    const saving = {
      staff: request.staff,
      now: request.clock(),
      current: () => readSitePicture(tx, id),
    }
    const version = await saveVersioned(tx, 'site_pictures', input, { alt, link }, saving)
    return {
      answer: { id, version },
      action: { action: 'picture.save', subjectKind: 'picture', subjectId: id },
    }
  })
