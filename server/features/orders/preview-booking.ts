import type { preview } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingWish, linesOf, quoteBooking } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { contactKey } from '#domain/compare-text.ts'
import type { Attendees } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import type { Services } from '#server/services.ts'
import { countDiscountCode } from './count-discount-code.ts'
import { readPreviewFacts } from './read-preview-facts.ts'

/**
 * What the chosen sessions would cost now; writes nothing but a count of discount codes. Code 66 when children are to be chosen and the
 * account has none (spec 1 §8); foreign children and unusable discount codes are refused.
 */
export async function previewBooking(
  { db, clock }: Services,
  { accountId, ip }: Actor,
  wish: Omit<BookingWish, 'isTrial' | 'lines'> & {
    offeringId: number
    sessionIds: number[]
    attendees: Attendees
  },
): Promise<Value<typeof preview>> {
  const now = clock()
  const { attendees } = wish
  const lines = linesOf(wish.sessionIds, attendees)
  const codeIsGood = await countDiscountCode(db, { accountId, ip }, wish.discountCode, now)
  const found = await readPreviewFacts(db, {
    ...wish,
    accountId,
    guestContact: attendees.who === 'contact' ? contactKey(attendees) : '',
    contact: attendees.who === 'contact' && !accountId ? attendees : undefined,
    today: todayInLondon(now),
    now,
  })
  requireThat(found, sentences.sessionNotFound)
  if (found.facts.discount) await codeIsGood()
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
