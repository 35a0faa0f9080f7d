import { sql } from 'kysely'
import { pounds } from '#domain/money.ts'
import { type DatesSettled, termsOfDate } from '#domain/office/cancelled-dates.ts'
import { isCardTrouble } from '#server/cards/card-provider.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'
import { cancelPlaces } from '#server/features/orders/cancel-places.ts'
import { closeCardPage, releaseUnpaid } from '#server/features/orders/end-order.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { takenMeanwhile } from '#server/features/orders/rebook-released-order.ts'
import { writeMove } from '#server/features/orders/reschedule-booking.ts'
import { largeRefundPence } from '#server/features/orders/tell-of-large-refund.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { announceCancelledDates } from './announce-cancelled-dates.ts'
import { endQueues } from './end-queues.ts'
import { settleGoodwillOfOrder } from './settle-goodwill.ts'

interface Cancellation {
  id: number
  staffId: number
  settle: DatesSettled
  toSessionId: number | null
  note: string
  sessionIds: number[]
  /** Whether it is goodwill for a date that has begun, which is not cancelled. */
  isGoodwill: boolean
  reason: string
}

/**
 * How long until an unsettled order is tried again, because its card page is open or the provider could not
 * be asked.
 */
const tryAgainMilliseconds = 60_000
const rounds = 3

/**
 * Runs the job that settles cancelled dates, or goodwill for a date, after the minute of Undo. Each order has
 * its own transaction; then each family is notified once. After a kill it continues with the remaining
 * orders. An order that cannot be settled yet is tried again.
 */
export async function settleCancelledDates(
  services: Services,
  { cancellationId }: { cancellationId: number },
  stopping?: AbortSignal,
): Promise<void> {
  const { db, clock, jobWaiting } = services
  const cancellation = await transaction(db, tx => begin(tx, cancellationId, clock()))
  if (!cancellation) return
  const ended = cancellation.isGoodwill ? [] : cancellation.sessionIds
  for (const sessionId of ended) await endQueues(services, sessionId)
  const orders = await db
    .selectFrom('cancelled_date_orders')
    .select('order_id')
    .where('cancellation_id', '=', cancellationId)
    .where('settled_at', 'is', null)
    .orderBy('order_id')
    .execute()
  for (const { order_id: orderId } of orders) {
    stopping?.throwIfAborted()
    const obstacle = await settleOrder(services, cancellation, orderId)
    if (obstacle) await noteObstacle(services, { cancellationId, orderId, obstacle })
    else jobWaiting()
  }
  stopping?.throwIfAborted()
  await announceCancelledDates(services, cancellation)
  await transaction(db, tx => finish(tx, services, cancellation))
}

/**
 * Marks the settlement as begun, so that it can no longer be undone. Returns undefined when there is nothing
 * left to settle.
 */
async function begin(tx: Tx, id: number, now: Date): Promise<Cancellation | undefined> {
  const row = await tx
    .selectFrom('date_cancellations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.undone_at || row.settled_at || row.undo_until > now) return undefined
  if (!row.settling_at)
    await tx.updateTable('date_cancellations').set({ settling_at: now }).where('id', '=', id).execute()
  const dates = await tx
    .selectFrom('cancelled_dates')
    .select('session_id')
    .where('cancellation_id', '=', id)
    .orderBy('session_id')
    .execute()
  const { staff_id: staffId, settle, to_session_id: toSessionId, note, is_goodwill: isGoodwill, reason } = row
  const sessionIds = dates.map(({ session_id }) => session_id)
  return { id, staffId, settle, toSessionId, note, sessionIds, isGoodwill, reason }
}

type Obstacle = 'pageOpen' | 'provider'

/** Settles one order. Returns the obstacle if it cannot be settled yet. */
async function settleOrder(
  services: Services,
  cancellation: Cancellation,
  orderId: number,
): Promise<Obstacle | undefined> {
  const { db } = services
  const { toSessionId } = cancellation
  // Its orders are paid: no card page is open.
  if (cancellation.isGoodwill) {
    await transaction(db, tx => settleLocked(tx, services, cancellation, orderId))
    return undefined
  }
  for (let round = 0; round < rounds; round++) {
    const order = await db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (order.status === 'pending') {
      try {
        // An order that was paid meanwhile is settled as a paid order.
        if ((await closeCardPage(services, orderId)) === 'notEnded') return 'pageOpen'
      } catch (error) {
        if (isCardTrouble(error)) return 'provider'
        throw error
      }
    } else if (toSessionId) await movePlaces(services, cancellation, orderId, toSessionId)
    if (await transaction(db, tx => settleLocked(tx, services, cancellation, orderId))) return undefined
  }
  return 'pageOpen'
}

const liveAt = (db: Db, orderId: number, sessionIds: number[]) =>
  db
    .selectFrom('bookings')
    .select(['id', 'session_id', 'status'])
    .where('order_id', '=', orderId)
    .where('session_id', 'in', sessionIds)
    .where('status', '<>', 'cancelled')
    .orderBy('id')

/**
 * Moves the order's paid places to the other date while there is room. Each has its own transaction, because
 * a constraint may refuse it. Locks account, order and both sessions by id.
 */
async function movePlaces(
  { db, clock }: Services,
  { sessionIds }: Cancellation,
  orderId: number,
  toSessionId: number,
): Promise<void> {
  for (const { id: bookingId } of await liveAt(db, orderId, sessionIds).execute()) {
    try {
      await transaction(db, async tx => {
        await lockOrder(tx, orderId)
        const place = (await liveAt(tx, orderId, sessionIds).execute()).find(({ id }) => id === bookingId)
        if (place?.status !== 'confirmed') return
        await lockSessions(tx, [place.session_id, toSessionId])
        const { rows } = await sql<{ isFree: boolean }>`
          select status = 'scheduled' and starts_at > ${clock()} and ${placesLeft} > 0 as "isFree"
          from sessions s where id = ${toSessionId}`.execute(tx)
        if (!rows[0]?.isFree) return
        await writeMove(tx, { bookingId, fromId: place.session_id, sessionId: toSessionId }, clock())
      })
    } catch (error) {
      if (!takenMeanwhile.includes(violatedConstraint(error) ?? '')) throw error
    }
  }
}

/** Writes the settlement of a locked order. Returns false while its card page may still be paid. */
async function settleLocked(
  tx: Tx,
  services: Services,
  { id, staffId, settle, note, sessionIds, isGoodwill, reason }: Cancellation,
  orderId: number,
): Promise<boolean> {
  const now = services.clock()
  const order = await lockOrder(tx, orderId)
  const row = await tx
    .selectFrom('cancelled_date_orders')
    .select('settled_at')
    .where('cancellation_id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (row.settled_at) return true
  if (isGoodwill) {
    const as = settle === 'credits' ? ('credits' as const) : ('card' as const)
    const ofOrder = { cancellationId: id, staffId, settle: as, reason }
    await writeSettled(tx, id, orderId, now, await settleGoodwillOfOrder(tx, order, ofOrder, now))
    return true
  }
  const live = await liveAt(tx, orderId, sessionIds).execute()
  if (live.length > 0 && order.status === 'pending') {
    if ((await releaseUnpaid(tx, orderId, 'staff', now)) !== 'cancelled') return false
  } else if (live.length > 0) {
    const terms = termsOfDate(settle)
    await cancelPlaces(tx, services, {
      orderId,
      places: live.map(({ id: bookingId }) => ({ bookingId, terms })),
      by: { who: 'date', staffId },
      reason: note,
      isTold: false,
    })
  }
  await writeSettled(tx, id, orderId, now)
  return true
}

const writeSettled = (
  tx: Tx,
  cancellationId: number,
  orderId: number,
  now: Date,
  obstacle: '' | 'disputed' | 'lessLeft' = '',
) =>
  tx
    .updateTable('cancelled_date_orders')
    .set({ settled_at: now, obstacle })
    .where('cancellation_id', '=', cancellationId)
    .where('order_id', '=', orderId)
    .execute()

const noteObstacle = (
  { db }: Services,
  { cancellationId, orderId, obstacle }: { cancellationId: number; orderId: number; obstacle: Obstacle },
) =>
  db
    .updateTable('cancelled_date_orders')
    .set({ obstacle })
    .where('cancellation_id', '=', cancellationId)
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .execute()

/**
 * Ends the settlement if every order is settled, and mails the owners if it was much money. Otherwise
 * schedules another try.
 */
async function finish(
  tx: Tx,
  services: Services,
  { id, sessionIds, isGoodwill }: Cancellation,
): Promise<void> {
  const now = services.clock()
  const { rows } = await sql<{ left: number; pence: number }>`select
    (select count(*)::integer from cancelled_date_orders where cancellation_id = ${id} and settled_at is null) as left,
    case when ${isGoodwill}
      then (select coalesce(sum(refunded_pence), 0) from goodwill_places where cancellation_id = ${id})
      else (select coalesce(sum(x.refunded_pence), 0) from booking_cancellations x join bookings b on b.id = x.booking_id
        where x.cancelled_by = 'date' and b.session_id = any(${sessionIds}::bigint[])) end::integer as pence`.execute(
    tx,
  )
  const { left = 0, pence = 0 } = rows[0] ?? {}
  if (left > 0) {
    const again = new Date(now.getTime() + tryAgainMilliseconds)
    await enqueue(
      tx,
      isGoodwill ? 'settle-goodwill' : 'settle-cancelled-dates',
      { cancellationId: id },
      again,
    )
    return
  }
  const { numUpdatedRows } = await tx
    .updateTable('date_cancellations')
    .set({ settled_at: now })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || pence <= largeRefundPence) return
  const words = `${pounds(pence)} ${isGoodwill ? 'as goodwill for a date' : 'for cancelled dates'}`
  await notifyStaff(tx, { wish: 'refund', event: `cancelled-dates-${id}`, words }, now)
}
