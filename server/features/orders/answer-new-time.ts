import { sql } from 'kysely'
import { longDay, timeOfDay } from '#domain/format-dates.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { PlaceRefund } from '#domain/refund-words.ts'
import { requireThat } from '#domain/refusal.ts'
import { canMoveTo } from '#domain/rescheduling.ts'
import { sentences } from '#domain/sentences.ts'
import type { SettlementTerms } from '#domain/settlement.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { readBookedPlace, readTarget } from '#server/features/offerings/read-booked-place.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { Services } from '#server/services.ts'
import type { AnswerLink } from './answer-link.ts'
import { requireDateStands } from './cancel-own-places.ts'
import { cancelPlaces, previewCancelling } from './cancel-places.ts'
import { lockOrder } from './lock-order.ts'
import { placeRefund } from './place-state.ts'
import { rescheduleBooking } from './reschedule-booking.ts'

type Change = Pick<AnswerLink, 'changeId' | 'orderNumber'>

/** A place whose date got a new time, with its present date. */
export interface ChangedPlace {
  bookingId: number
  orderId: number
  accountId: number | null
  kind: OfferingKind
  sessionId: number
  title: string
  venue: string
  attendee: string
  /** The day of the place's session as it is now. */
  date: string
  startTime: string
  /** The last moment for an answer. */
  answerUntil: Date
  /**
   * `over`: it can no longer be answered, because the time has passed, the date is cancelled, or it is back
   * at its old time.
   */
  state: 'open' | 'moved' | 'cancelled' | 'over'
  refund: PlaceRefund | null
}

/** The choices for an open place: the dates to which it can move, and the refund. */
export interface Answers {
  dates: { sessionId: number; when: string }[]
  refundedPence: number
  credits: number
}

/** The settlement if a family refuses a new time: all money and credits are returned. */
const wholeBack: SettlementTerms = { money: { percent: 100 }, rest: 'kept', returnCredits: true }

/** Reads the places of an order that a change of time affected; none for an unknown change or order. */
export async function readChangedPlaces(
  db: Db,
  { changeId, orderNumber }: Change,
  now: Date,
): Promise<ChangedPlace[]> {
  const { rows } = await sql<ChangedPlace>`
    select b.id as "bookingId", b.order_id as "orderId", b.account_id as "accountId", s.kind, s.id as "sessionId",
      ${classTitle} as title, v.name as venue, coalesce(c.first_name, b.attendee_name) as attendee,
      s.start_date as date, to_char(s.start_time, 'HH24:MI') as "startTime", n.answer_until as "answerUntil",
      case when b.status = 'cancelled' then 'cancelled'
        when s.id <> n.session_id then 'moved'
        when b.status = 'confirmed' and orders.status = 'paid' and s.status <> 'cancelled' and s.starts_at > ${now}
          and n.answer_until > ${now} and s.starts_at <> n.was_starts_at then 'open'
        else 'over' end as state,
      ${placeRefund} as refund
    from session_changes n cross join orders join bookings b on b.order_id = orders.id
    join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
    where n.id = ${changeId}::bigint and orders.order_number = ${orderNumber}
      and (b.session_id = n.session_id or exists (select from booking_moves m
        where m.booking_id = b.id and m.from_session_id = n.session_id and m.moved_at >= n.changed_at))
    order by b.id`.execute(db)
  return rows
}

/** The maximum number of dates in a list without search. */
const maxDates = 12

/** Reads the choices for an open place. A guest has no account, and so cannot move it. */
export async function readAnswers(db: Db, place: ChangedPlace, now: Date): Promise<Answers> {
  const { orderId, bookingId } = place
  const { totals } = await previewCancelling(db, { orderId, places: [{ bookingId, terms: wholeBack }] }, now)
  const { refundedPence, credits } = totals
  return { dates: await readDates(db, place, now), refundedPence, credits }
}

async function readDates(
  db: Db,
  { accountId, kind, sessionId, bookingId }: ChangedPlace,
  now: Date,
): Promise<Answers['dates']> {
  if (accountId === null) return []
  const place = await readBookedPlace(db, { kind, accountId, sessionId, bookingId, now })
  if (!place) return []
  const candidates = await db
    .selectFrom('sessions')
    .select(['id', 'start_date', 'start_time'])
    .where('offering_id', '=', eb =>
      eb.selectFrom('sessions').select('offering_id').where('id', '=', sessionId),
    )
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', now)
    .where('id', '<>', sessionId)
    .orderBy('starts_at')
    .limit(2 * maxDates)
    .execute()
  const dates: Answers['dates'] = []
  for (const { id, start_date: day, start_time: time } of candidates) {
    const target = await readTarget(db, place, id, now)
    if (target && canMoveTo(place, target))
      dates.push({ sessionId: id, when: `${longDay(day)}, ${timeOfDay(time)}` })
  }
  return dates.slice(0, maxDates)
}

/**
 * Carries out a family's answer to a new time: moves its place to another date, or refunds it in full. Each
 * place is answered once. Takes the locks of the commands that it uses.
 */
export async function answerNewTime(
  services: Services,
  link: Change,
  { bookingId, moveTo }: { bookingId: number; moveTo?: number },
): Promise<void> {
  const { db, clock, jobWaiting } = services
  const readOpen = async (from: Db) => {
    const place = (await readChangedPlaces(from, link, clock())).find(one => one.bookingId === bookingId)
    requireThat(place?.state === 'open', sentences.answeredBefore)
    return place
  }
  const { orderId, accountId, kind } = await readOpen(db)
  if (moveTo !== undefined) {
    requireThat(accountId !== null, sentences.notReschedulable)
    const move = { kind, bookingId, sessionId: moveTo, requireStill: readOpen, skipsClassRules: true }
    return rescheduleBooking(services, { accountId }, move)
  }
  await transaction(db, async tx => {
    await lockOrder(tx, orderId)
    await readOpen(tx)
    await cancelPlaces(tx, services, {
      ...{
        orderId,
        places: [{ bookingId, terms: wholeBack }],
        by: { who: 'customer' as const },
        isTold: true,
      },
      reason: 'The new time did not suit',
    })
    await requireDateStands(tx, [bookingId])
  })
  jobWaiting()
}
