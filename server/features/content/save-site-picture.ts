import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { isSitePath, isWebAddress } from '#domain/web-address.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readSitePicture } from './office-queries.ts'

interface Given {
  id: number
  version?: number
  alt: string
  isDecoration: boolean
  /** The target of its link in the home page's carousel. */
  link?: string
  requestId?: string
}

/** Changes the description of a picture. */
export const saveSitePicture = (
  request: OfficeRequest,
  input: Given,
): Promise<Recorded<{ id: number; version: number }>> =>
  recordAction(request, input, async tx => {
    const { id, isDecoration, link = '' } = input
    const alt = isDecoration ? '' : input.alt
    requireFields({
      // The description of a linked picture tells people who cannot see it where it leads.
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
