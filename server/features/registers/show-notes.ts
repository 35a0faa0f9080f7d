import { addDays, todayInLondon } from '#domain/calendar.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { whoComeOn } from './queries.ts'
import { type ChildNotes, readNotes } from './read-notes.ts'

/**
 * Opens notes outside a register, with a reason that is logged: owner and manager for any child, the front desk
 * for children expected today or tomorrow (spec 3 §6).
 */
export async function showNotes(
  request: OfficeRequest,
  { childIds, reason }: { childIds: number[]; reason: string },
): Promise<ChildNotes[]> {
  const { db, staff, clock } = request
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  if (staff.role === 'teacher') throw new OfficeRefusal(officeSentences.notYours, 403)
  return transaction(db, async tx => {
    if (staff.role === 'frontDesk') {
      const today = todayInLondon(clock())
      const expected = await whoComeOn(tx, childIds, today, addDays(today, 1))
      if (childIds.some(childId => !expected.has(childId)))
        throw new OfficeRefusal(peopleSentences.notesNotToday, 403)
    }
    return readNotes(tx, request, childIds, { reason })
  })
}
