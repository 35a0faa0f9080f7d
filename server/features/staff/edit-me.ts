import type { MailWish } from '#domain/office/mail-wishes.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { type Acted, act } from './act.ts'
import { readOwnSignIn } from './member-queries.ts'
import { saveVersioned } from './save-versioned.ts'

interface OwnDetails {
  version?: number
  fullName: string
  displayName: string
  colour: string
  mailWishes: MailWish[]
  requestId?: string
}

/** Saves one's own names, colour and what one is mailed about. */
export async function editMe(
  request: OfficeRequest,
  input: OwnDetails,
): Promise<Acted<{ id: number; version: number }>> {
  const { staff } = request
  const { version, fullName, displayName, colour, mailWishes } = input
  requireFields({ fullName: fullName === '' && officeSentences.fullNameRequired })
  return act(request, input, async tx => {
    const saved = await saveVersioned(
      tx,
      'staff',
      { id: staff.staffId, version },
      { full_name: fullName, display_name: displayName, colour, mail_wishes: mailWishes },
      { staff, now: request.clock(), current: () => readOwnSignIn(tx, staff) },
    )
    return {
      answer: { id: staff.staffId, version: saved },
      action: { action: 'staff.editMe', subjectKind: 'staff', subjectId: staff.staffId },
    }
  })
}
