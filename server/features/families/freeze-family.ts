import { requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { endTokens } from '#server/features/accounts/tokens.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

/**
 * Freezes a family, for a reason that the log keeps: nobody can log in, book or be offered a place, and open
 * sign-ins end. Its bookings stay (spec 4 §4). Locks the account, as a log-in does.
 */
export function freezeFamily(
  request: OfficeRequest,
  asked: { id: number; reason: string; requestId?: string },
): Promise<Recorded<object>> {
  const { id, reason } = asked
  const now = request.clock()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  return recordAction(request, asked, async tx => {
    const { isFrozen } = await lockFamily(tx, id)
    requireThat(!isFrozen, peopleSentences.familyFrozen)
    await tx.updateTable('accounts').set({ frozen_at: now }).where('id', '=', id).execute()
    await endTokens(tx, id, now)
    return { answer: {}, action: { ...actionOn(id), action: 'family.freeze', reason } }
  })
}

/** Lets a frozen family log in and book again. */
export function thawFamily(
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Recorded<object>> {
  const { id } = asked
  return recordAction(request, asked, async tx => {
    const { isFrozen } = await lockFamily(tx, id)
    requireThat(isFrozen, peopleSentences.familyNotFrozen)
    await tx.updateTable('accounts').set({ frozen_at: null }).where('id', '=', id).execute()
    return { answer: {}, action: { ...actionOn(id), action: 'family.thaw' } }
  })
}

const actionOn = (id: number) => ({ subjectKind: 'family', subjectId: id, accountId: id })
