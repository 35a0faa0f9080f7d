import type { preview } from '#contract/bookings.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingWish, quoteBooking } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { countAttendees } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'
import { readPreviewFacts } from './queries.ts'

/**
 * What the chosen sessions would cost now; writes nothing. Code 66 when children are to be chosen and the
 * account has none (spec 1 §8); foreign children and unusable discount codes are refused.
 */
export async function previewBooking(
  { db, clock }: Services,
  accountId: AccountId | undefined,
  wish: Omit<BookingWish, 'isTrial'> & { offeringId: number },
): Promise<Value<typeof preview>> {
  const now = clock()
  const found = await readPreviewFacts(db, { ...wish, accountId, today: todayInLondon(now), now })
  requireThat(found, sentences.sessionNotFound)
  const { attendees } = wish
  if (attendees.who === 'children') {
    if (found.childCount === 0) throw new Refusal(sentences.addChildFirst, 66)
    requireThat(
      attendees.childIds.every(childId => found.facts.ownChildIds.includes(childId)),
      sentences.childNotFound,
    )
  }
  const quote = quoteBooking(wish, countAttendees(attendees), found.facts, now)
  return {
    offering: found.offering,
    sessions: found.sessions,
    totalPence: quote.totalPence,
    orderNumber: '',
    creditsUsed: quote.creditsUsed,
    creditBalance: found.facts.creditBalance,
    listPence: quote.listPence,
    discountPence: quote.discountPence,
  }
}
