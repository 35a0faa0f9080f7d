import { officeSentences } from '#domain/office/sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import { isOwnDevice } from './known-office-device.ts'
import type { Member } from './member-queries.ts'

/**
 * Refuses a wrong password or code with one message, and logs whose sign-in it was (spec 3 §5.4). For an unknown
 * address it writes the same and rolls back, so that the time taken reveals nothing (decision E-34).
 */
export async function refuseSignIn(
  visit: OfficeVisit,
  member: Member | undefined,
  way: 'password' | 'code' | 'recoveryCode',
): Promise<never> {
  const isNewDevice = !isOwnDevice(visit, member)
  await transaction(visit.db, async tx => {
    const subject = { subjectKind: 'staff', subjectId: member?.id }
    const who = member && { staffId: member.id }
    const facts = { way, isNewDevice }
    await writeAction(
      tx,
      visit.config,
      who,
      { action: 'session.signInFailed', ...subject, facts },
      visit.clock(),
    )
    requireThat(member, officeSentences.signInFailed)
  })
  throw new Refusal(officeSentences.signInFailed)
}
