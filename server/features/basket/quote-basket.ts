import type { sessionBasket, sessionLine } from '#contract/session-basket.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingFacts, lineProblem, quoteBooking } from '#domain/booking-rules.ts'
import { countAttendees, type OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { type AskedPage, pageOf } from '#server/database/paging.ts'
import { asSession } from '#server/features/offerings/session-columns.ts'
import { limitDiscountCodes } from '#server/features/orders/limit-code-guesses.ts'
import { readBookingFacts } from '#server/features/orders/read-booking-facts.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import {
  type BasketLine,
  countBasketLines,
  readBasketLines,
  toRequestLine,
} from './session-basket-queries.ts'

interface Asked {
  kind: OfferingKind
  /** The lines to price; if empty, a page of the basket. */
  lineIds: number[]
  asked: AskedPage
  creditsWanted?: number | undefined
  discountCode: string
}

/**
 * Returns a page of the basket, or the chosen lines, with what they would cost in one order. Credits are summed line by
 * line (decision C-30). A line that can no longer be booked says why, and costs nothing.
 */
export async function quoteBasket(
  { db, clock, business }: Pick<Services, 'db' | 'clock' | 'business'>,
  actor: SignedIn,
  { kind, lineIds, asked, creditsWanted, discountCode }: Asked,
): Promise<Value<typeof sessionBasket>> {
  const { accountId } = actor
  const now = clock()
  const isPage = lineIds.length === 0
  const kept = await readBasketLines(db, accountId, { kind, now, lineIds, ...(isPage && { asked }) })
  requireThat(isPage || kept.length === lineIds.length, sentences.notInBasket)
  const lines = kept.map(line => toRequestLine(kind, line))
  const wanted = { kind, accountId, lines, guestContact: '', discountCode, isTrial: false, now }
  const codeIsGood = await limitDiscountCodes(db, actor, discountCode, now)
  const facts = await readBookingFacts(db, wanted)
  if (facts.discount) await codeIsGood()
  const quote = quoteBooking(
    {
      lines: lines.filter(line => lineProblem(line, facts, now) === undefined),
      discountCode,
      ...(creditsWanted !== undefined && { creditsWanted }),
    },
    facts,
    now,
  )
  const shown = kept.map(line => describeLine(kind, line, facts, now))
  return {
    lines: isPage
      ? pageOf(shown, await countBasketLines(db, accountId, kind), asked)
      : pageOf(shown, shown.length, { page: 1, perPage: shown.length }),
    totalPence: quote.totalPence,
    creditsUsed: quote.creditsUsed,
    creditBalance: facts.creditBalance,
    listPence: quote.listPence,
    discountPence: quote.discountPence,
    ...(business.mayPayLater && { mayPayLater: true }),
  }
}

function describeLine(
  kind: OfferingKind,
  line: BasketLine,
  facts: BookingFacts,
  now: Date,
): Value<typeof sessionLine> {
  const requested = toRequestLine(kind, line)
  const places = countAttendees(requested.attendees)
  const problem = lineProblem(requested, facts, now) ?? ''
  const placesLeft = facts.sessions.find(({ id }) => id === line.session.id)?.placesLeft ?? 0
  const session = asSession(line.session, placesLeft, !line.session.hasStarted)
  return {
    id: line.id,
    session: { ...session, image: line.session.image },
    children: line.children,
    fullName: line.fullName,
    places,
    pricePence: session.pricePence * places,
    credits: session.credits * places,
    isValid: problem === '',
    problem,
    ...(line.question && { question: line.question }),
  }
}
