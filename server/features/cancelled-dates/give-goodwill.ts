import { sql } from 'kysely'
import type { cancelledDates as calls, GoodwillPreview } from '#contract/office/cancelled-dates.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { cancelDateSentences } from '#domain/office/cancelled-dates.ts'
import { atMostCredits, goodwillSentences, planGoodwill } from '#domain/office/goodwill.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { cancelledBefore, cancelSentences } from '#domain/office/refund-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { atMostBack, type Goodwill, maxGoodwill } from '#domain/settlement.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { readMoneyOfOrders } from '#server/features/orders/read-order-money.ts'
import { readPointsOfOrders } from '#server/features/orders/read-points.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { beginSettlement } from './begin-settlement.ts'
import { readDates, readPlaces } from './plan-cancelled-dates.ts'
import { readSettlementsOf } from './queries.ts'

/**
 * Reads the places of a date that has begun, with what goodwill they can get. Refuses a date that can be
 * cancelled instead.
 */
export async function previewGoodwill(
  { sessionId }: { sessionId: number },
  { db, clock }: OfficeRequest,
): Promise<GoodwillPreview> {
  const session = await db
    .selectFrom('sessions')
    .select(['status', 'starts_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  requireBegun(session, clock())
  return readGoodwill(db, sessionId)
}

function requireBegun(session: { status: string; starts_at: Date } | undefined, now: Date): void {
  requireThat(session, plannerSentences.notFound)
  requireThat(session.status !== 'draft', cancelDateSentences.isDraft)
  requireThat(session.status !== 'cancelled', plannerSentences.isCancelled)
  requireThat(session.starts_at <= now, goodwillSentences.notBegun)
}

async function readGoodwill(db: Db, sessionId: number): Promise<GoodwillPreview> {
  const places = (await readPlaces(db, { sessionIds: [sessionId] })).filter(({ isPaid }) => isPaid)
  const orderIds = [...new Set(places.map(({ orderId }) => orderId))]
  const money = await readMoneyOfOrders(db, orderIds)
  const { rows: facts } = await sql<{ id: number; number: string; isDisputed: boolean }>`
    select o.id, o.order_number as number, exists (select from payments p join disputes d on d.payment_id = p.id
      where p.order_id = o.id and p.status = 'succeeded' and d.status = 'open') as "isDisputed"
    from orders o where o.id = any(${orderIds}::bigint[])`.execute(db)
  const { rows: dates } = await sql<{ days: number }>`
    select end_date - start_date + 1 as days from sessions where id = ${sessionId}`.execute(db)
  const families = [...new Set(places.map(({ family }) => family))]
  const points = await readPointsOfOrders(db, orderIds)
  return {
    dates: await readDates(db, [sessionId]),
    days: dates[0]?.days ?? 1,
    earlier: await readSettlementsOf(db, sessionId, { isGoodwill: true }),
    points: facts.flatMap(({ id, number }) => {
      const ofOrder = points.get(id)
      return ofOrder ? [{ orderNumber: number, points: ofOrder }] : []
    }),
    places: places.flatMap(({ bookingId, orderId, who, family, isReached, isPaidAtDesk }) => {
      const order = money.get(orderId)
      const place = order?.places.find(one => one.bookingId === bookingId)
      const fact = facts.find(({ id }) => id === orderId)
      if (!order || !place || !fact) return []
      const { payablePence, creditsUsed, creditPrice, backPence, creditsBack } = place
      return {
        ...{ bookingId, orderNumber: fact.number, who },
        ...{ payablePence, creditsUsed, creditPrice, backPence, creditsBack },
        ...{ leftPence: order.leftPence, isDisputed: fact.isDisputed, isPaidAtDesk },
        ...{ family: families.indexOf(family), isReached },
      }
    }),
  }
}

/**
 * Gives goodwill for places of a date that has begun; date and places are not cancelled. For a minute nobody
 * is notified and nothing is given, so that it can be undone. Then a job settles every order and notifies its
 * family. Locks the session.
 */
export async function giveGoodwill(
  input: CallInput<typeof calls.giveGoodwill>,
  request: OfficeRequest,
): Promise<Recorded<CallOutput<typeof calls.giveGoodwill>>> {
  const { clock, staff, jobWaiting } = request
  const { sessionId, settle, note, expected } = input
  const reason = input.reason.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    const [session] = await lockSessions(tx, [sessionId])
    requireBegun(session, now)
    const preview = await readGoodwill(tx, sessionId)
    requireNobodyBefore(preview, expected.earlier)
    const plan = planGoodwill(preview.places, askedOf(preview, input.places), settle)
    requireThat(plan.places > 0, goodwillSentences.nothingAsked)
    const isAsExpected =
      plan.places === expected.places &&
      plan.refundedPence === expected.refundedPence &&
      plan.credits === expected.credits
    if (!isAsExpected) throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
    const given = await placesOfOrders(tx, plan.given)
    const orderIds = [...new Set(given.map(({ orderId }) => orderId))].sort((one, other) => one - other)
    const answer = await beginSettlement(
      tx,
      { sessionIds: [sessionId], orderIds, settle, note, goodwillReason: reason, staffId: staff.staffId },
      now,
    )
    await tx
      .insertInto('goodwill_places')
      .values(
        given.map(({ bookingId, orderId, goodwill }) => ({
          ...{ cancellation_id: answer.id, booking_id: bookingId, order_id: orderId },
          asked_pence: goodwill.refundedPence + goodwill.asCreditsPence,
          asked_credits: goodwill.creditsReturned,
        })),
      )
      .execute()
    return {
      answer,
      action: {
        ...{ action: 'session.goodwill' as const, subjectKind: 'session', subjectId: sessionId, reason },
        facts: { ...expected, settle, cancellation: answer.id },
      },
    }
  })
  jobWaiting()
  return recorded
}

/**
 * Refuses while earlier goodwill for the date is being settled, or if more of it was given than the page has
 * shown.
 */
function requireNobodyBefore({ earlier }: GoodwillPreview, seen: number): void {
  const last = earlier.at(-1)
  if (last && (!last.isSettled || earlier.length > seen)) {
    throw new OfficeRefusal(cancelledBefore(last.by, momentInLondon(new Date(last.at)).slice(11)), 409)
  }
  if (earlier.length !== seen) throw new OfficeRefusal(cancelSentences.figuresChanged, 409)
}

/**
 * Returns the goodwill to give, by booking. Refuses places of another date, disputed ones, and more than a
 * place has left.
 */
function askedOf({ places }: GoodwillPreview, asked: CallInput<typeof calls.giveGoodwill>['places']) {
  for (const { bookingId, pence, credits } of asked) {
    const place = places.find(one => one.bookingId === bookingId)
    requireThat(place, sentences.sessionNotFound)
    requireThat(!place.isDisputed || pence + credits === 0, cancelSentences.disputed)
    const most = maxGoodwill(place)
    requireThat(pence <= most.pence, atMostBack(most.pence))
    requireThat(credits <= most.credits, atMostCredits(most.credits))
  }
  return new Map(asked.map(({ bookingId, pence, credits }) => [bookingId, { pence, credits }]))
}

/** Returns the places that get something, with their orders. */
async function placesOfOrders(tx: Tx, given: Map<number, Goodwill>) {
  const bookings = await tx
    .selectFrom('bookings')
    .select(['id', 'order_id'])
    .where('id', 'in', [...given.keys()])
    .orderBy('id')
    .execute()
  return bookings.flatMap(({ id, order_id: orderId }) => {
    const goodwill = given.get(id)
    const isSomething =
      goodwill && goodwill.refundedPence + goodwill.asCreditsPence + goodwill.creditsReturned > 0
    return goodwill && isSomething ? [{ bookingId: id, orderId, goodwill }] : []
  })
}
