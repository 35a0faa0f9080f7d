import type { preview } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingRequest, linesOf, quoteBooking, whyNotTaken } from '#domain/booking-rules.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { contactKey } from '#domain/compare-text.ts'
import type { Attendees } from '#domain/offering-kinds.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Actor } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { limitDiscountCodes } from './limit-code-guesses.ts'
import { readPreviewFacts } from './read-preview-facts.ts'

/**
 * Returns what the chosen sessions would cost now. It writes nothing but the count of discount codes that the caller
 * tried (limit-code-guesses.ts). It answers 66 if children are needed and the account has none (spec 1 §8), and
 * refuses other families' children and unusable discount codes.
 */
export async function previewBooking(
  { db, clock, business }: Services,
  { accountId, ip }: Actor,
  request: Omit<BookingRequest, 'isTrial' | 'lines'> & {
    offeringId: number
    sessionIds: number[]
    attendees: Attendees
  },
): Promise<Value<typeof preview>> {
  const now = clock()
  const { attendees } = request
  const lines = linesOf(request.sessionIds, attendees)
  const codeIsGood = await limitDiscountCodes(db, { accountId, ip }, request.discountCode, now)
  const found = await readPreviewFacts(db, {
    ...request,
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
      attendees.childIds.every(childId => found.facts.ownChildren.some(({ id }) => id === childId)),
      sentences.childNotFound,
    )
  }
  const quote = quoteBooking({ ...request, lines }, found.facts, now)
  return {
    offering: found.offering,
    sessions: found.sessions,
    totalPence: quote.totalPence,
    orderNumber: '',
    creditsUsed: quote.creditsUsed,
    creditBalance: found.facts.creditBalance,
    listPence: quote.listPence,
    discountPence: quote.discountPence,
    problem: whyNotTaken(lines, found.facts),
    ...(accountId && business.mayPayLater && { mayPayLater: true }),
  }
}
