import type { messages } from '#contract/office/messages.ts'
import type { CallInput } from '#contract/wire.ts'
import { automaticMails } from '#domain/office/automatic-mails.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readAutomaticMail } from './automatic-queries.ts'
import { requireSendable } from './plan-message.ts'

/** Switches an automatic mail on or off, and saves its text. Mails that were ordered before keep their text. */
export async function saveAutomaticMail(
  request: OfficeRequest,
  asked: CallInput<typeof messages.saveAutomatic>,
): Promise<Recorded<{ version: number; id: number }>> {
  const { db, staff, clock } = request
  const { kind, version, isOn, subject, text, isNotAdvertising = false } = asked
  const { kind: messageKind, fillIns } = automaticMails[kind]
  await requireSendable(db, { subject, text, kind: messageKind, fillIns }, isNotAdvertising)
  return recordAction(request, asked, async tx => {
    const current = () => readAutomaticMail(tx, kind)
    const { id } = await tx
      .selectFrom('automatic_mails')
      .select('id')
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    const values = { is_on: isOn, subject: subject.trim(), body: text.trim() }
    const saved = await saveVersioned(tx, 'automatic_mails', { id, version }, values, {
      staff,
      now: clock(),
      current,
    })
    return {
      answer: { version: saved, id },
      action: {
        ...{ action: 'automatic.save' as const, subjectKind: 'automaticMail', subjectId: id },
        facts: { kind, isOn },
      },
    }
  })
}
