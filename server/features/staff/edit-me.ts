import type { MailWish } from '#domain/office/mail-wishes.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readOwnSignIn } from './member-queries.ts'

interface OwnDetails {
  version?: number
  fullName: string
  displayName: string
  colour: string
  mailWishes: MailWish[]
  requestId?: string
}

/** Saves the member's own names, colour and mail choices. */
export async function editMe(
  request: OfficeRequest,
  input: OwnDetails,
): Promise<Recorded<{ id: number; version: number }>> {
  const { staff } = request
  const { version, fullName, displayName, colour, mailWishes } = input
  requireFields({ fullName: fullName === '' && officeSentences.fullNameRequired })
  return recordAction(request, input, async tx => {
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
