import { sql } from 'kysely'
import type { DatesPreview } from '#contract/office/cancelled-dates.ts'
import {
  addUpPlaces,
  cancelDateSentences,
  type DatesSettled,
  type Outcome,
  outcomeOf,
  termsOfDate,
} from '#domain/office/cancelled-dates.ts'
import { pointsTakenBack } from '#domain/reward-points.ts'
import { type Settlement, settlePlaces } from '#domain/settlement.ts'
import type { Db } from '#server/database/connect.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { sessionsAndTheirs, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { readMoneyOfOrders } from '#server/features/orders/read-order-money.ts'
import { readPointsOfOrders } from '#server/features/orders/read-points.ts'

export interface DatesToCancel {
  sessionIds: number[]
  settle: DatesSettled
  toSessionId?: number | undefined
}

interface LivePlace {
  bookingId: number
  orderId: number
  isPaid: boolean
  isPaidAtDesk: boolean
  /** The account, or a guest's contact: the same for all places of one family. */
  family: string
  isReached: boolean
  who: string
  /** Why the place cannot move to the target date. */
  obstacle: 'isBookedThere' | 'hadTrialThere' | null
  person: string
}

/** Reads the title, time and venue of dates, for a list. */
export async function readDates(db: Db, sessionIds: number[]): Promise<DatesPreview['dates']> {
  const { rows } = await sql<DatesPreview['dates'][number]>`select s.id, ${staffSessionTitle('t')} as title,
      s.start_date as date, to_char(s.start_time, 'HH24:MI') as "startTime", to_char(s.end_time, 'HH24:MI') as "endTime",
      v.name as venue
    from ${sessionsAndTheirs} where s.id = any(${sessionIds}::bigint[])
    order by s.starts_at, v.name collate "und-x-icu", s.id`.execute(db)
  return rows
}

/** Reads the places of these dates that are not cancelled, in the order in which they are settled. */
export async function readPlaces(
  db: Db,
  { sessionIds, toSessionId = 0 }: Omit<DatesToCancel, 'settle'>,
): Promise<LivePlace[]> {
  const isSamePerson = sql`(x.child_id = b.child_id or b.child_id is null and x.child_id is null
    and (email_key(x.attendee_email) = email_key(b.attendee_email) or phone_key(x.attendee_phone) = phone_key(b.attendee_phone)))`
  const others = sql`from bookings x where ${isSamePerson} and x.status <> 'cancelled' and x.id <> b.id`
  const { rows } = await sql<LivePlace>`
    select b.id as "bookingId", b.order_id as "orderId", ord.status <> 'pending' as "isPaid",
      ord.payment_method is not distinct from 'desk' as "isPaidAtDesk",
      coalesce('account ' || ord.account_id, contact_key(ord.guest_email, ord.guest_phone)) as family,
      coalesce(a.email, ord.guest_email, '') <> '' as "isReached",
      coalesce(c.first_name || ' ' || c.last_name, b.attendee_name) as who,
      coalesce('child ' || b.child_id, 'name ' || name_key(b.attendee_name)
        || coalesce(email_key(b.attendee_email), phone_key(b.attendee_phone), '')) as person,
      case when exists (select ${others} and x.session_id = ${toSessionId}
          and (b.child_id is not null or name_key(x.attendee_name) = name_key(b.attendee_name))) then 'isBookedThere'
        when b.is_trial and exists (select ${others} and x.is_trial
          and x.offering_type_id = (select offering_type_id from sessions where id = ${toSessionId})) then 'hadTrialThere'
      end as obstacle
    from bookings b join orders ord on ord.id = b.order_id left join accounts a on a.id = ord.account_id
      left join children c on c.id = b.child_id
    where b.session_id = any(${sessionIds}::bigint[]) and b.status <> 'cancelled'
    order by b.order_id, b.id`.execute(db)
  return rows
}

async function readFreePlaces(db: Db, sessionId: number | undefined): Promise<number> {
  if (!sessionId) return 0
  const { rows } = await sql<{ left: number }>`
    select ${placesLeft} as left from sessions s where id = ${sessionId}`.execute(db)
  return rows[0]?.left ?? 0
}

async function countWaiting(db: Db, sessionIds: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from waiting_entries
    where status in ('waiting', 'offered') and session_id = any(${sessionIds}::bigint[])`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Previews what cancelling these dates would refund and move, and returns the orders that have places there.
 * Writes nothing.
 */
export async function planCancelledDates(
  db: Db,
  asked: DatesToCancel,
): Promise<DatesPreview & { orderIds: number[] }> {
  const places = await readPlaces(db, asked)
  const orderIds = [...new Set(places.map(({ orderId }) => orderId))]
  const paid = places.filter(({ isPaid }) => isPaid)
  const cannotMove: DatesPreview['cannotMove'] = []
  const moved = new Set<number>()
  if (asked.settle === 'move') {
    const people = new Set<string>()
    const free = await readFreePlaces(db, asked.toSessionId)
    for (const { bookingId, who, obstacle, person } of paid) {
      const why = obstacle ?? (people.has(person) ? 'isBookedThere' : moved.size >= free ? 'isFull' : null)
      if (why) cannotMove.push({ bookingId, who, sentence: cancelDateSentences[why] })
      else {
        moved.add(bookingId)
        people.add(person)
      }
    }
  }
  const settled = await settle(
    db,
    asked,
    paid.filter(({ bookingId }) => !moved.has(bookingId)),
  )
  const sums = addUpPlaces(
    places.map(({ bookingId, orderId, family, isReached, isPaidAtDesk }) => ({
      ...{ order: orderId, family, isReached, isPaidAtDesk, settlement: settled.get(bookingId)?.settlement },
    })),
  )
  const outcome = places.flatMap(({ bookingId, orderId, who }) => {
    const place = settled.get(bookingId)
    if (!place) return []
    const { refundedPence, creditsReturned, creditsGranted } = place.settlement
    const { why } = place
    return [{ bookingId, orderId, who, refundedPence, credits: creditsReturned + creditsGranted, why }]
  })
  return {
    ...sums,
    orderIds,
    dates: await readDates(db, asked.sessionIds),
    places: places.length,
    moved: moved.size,
    unpaidOrders: new Set(places.filter(({ isPaid }) => !isPaid).map(({ orderId }) => orderId)).size,
    waiting: await countWaiting(db, asked.sessionIds),
    cannotMove,
    settled: outcome.map(({ orderId, ...place }) => place),
    points: await countPoints(db, outcome),
  }
}

/** Counts the reward points that the refunds take back. No family loses more than it has. */
async function countPoints(db: Db, refunds: { orderId: number; refundedPence: number }[]): Promise<number> {
  const points = await readPointsOfOrders(db, [...new Set(refunds.map(({ orderId }) => orderId))])
  const taken = new Map<number, number>()
  for (const [orderId, { accountId, balance, ...order }] of points) {
    const ofOrder = refunds.filter(refund => refund.orderId === orderId)
    const pence = ofOrder.reduce((sum, { refundedPence }) => sum + refundedPence, 0)
    const before = taken.get(accountId) ?? 0
    taken.set(accountId, before + pointsTakenBack({ ...order, balance: balance - before }, pence))
  }
  return [...taken.values()].reduce((sum, each) => sum + each, 0)
}

/** Computes the settlement of each place, as the settling job will. */
async function settle(
  db: Db,
  asked: DatesToCancel,
  places: LivePlace[],
): Promise<Map<number, { settlement: Settlement; why: Outcome }>> {
  const ofOrder = Map.groupBy(places, ({ orderId }) => orderId)
  const money = await readMoneyOfOrders(db, [...ofOrder.keys()])
  const terms = termsOfDate(asked.settle)
  return new Map(
    [...ofOrder].flatMap(([orderId, wanted]) => {
      const order = money.get(orderId)
      const found = (order?.places ?? []).filter(one =>
        wanted.some(({ bookingId }) => bookingId === one.bookingId),
      )
      const settled = settlePlaces(
        found.map(one => ({ ...one, terms })),
        order?.leftPence ?? 0,
        order?.live,
      )
      return found.map((place, at) => {
        const settlement = settled[at] as Settlement
        return [place.bookingId, { settlement, why: outcomeOf(place, settlement, asked.settle) }] as const
      })
    }),
  )
}
