import type { preview } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingWish, linesOf, quoteBooking } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import type { Attendees } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'
import { readPreviewFacts } from './read-preview-facts.ts'

/**
 * What the chosen sessions would cost now; writes nothing. Code 66 when children are to be chosen and the
 * account has none (spec 1 §8); foreign children and unusable discount codes are refused.
 */
export async function previewBooking(
  { db, clock }: Services,
  accountId: AccountId | undefined,
  wish: Omit<BookingWish, 'isTrial' | 'lines'> & {
    offeringId: number
    sessionIds: number[]
    attendees: Attendees
  },
): Promise<Value<typeof preview>> {
  const now = clock()
  const { attendees } = wish
  const lines = linesOf(wish.sessionIds, attendees)
  const found = await readPreviewFacts(db, {
    ...wish,
    accountId,
    guestEmail: emailOf(attendees),
    today: todayInLondon(now),
    now,
  })
  requireThat(found, sentences.sessionNotFound)
  if (attendees.who === 'children') {
    if (found.childCount === 0) throw new Refusal(sentences.addChildFirst, 66)
    requireThat(
      attendees.childIds.every(childId => found.facts.ownChildIds.includes(childId)),
      sentences.childNotFound,
    )
  }
  const quote = quoteBooking({ ...wish, lines }, found.facts, now)
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

const emailOf = (attendees: Attendees) => (attendees.who === 'contact' ? attendees.email : '')
