import * as addresses from '#contract/addresses.ts'
import { longDay, timeOfDay } from '#domain/format-dates.ts'
import type { Db } from '#server/database/connect.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import { placeRows } from '#server/mail/mail-rows.ts'
import type { Services } from '#server/services.ts'
import { arrivalDetails } from './arrival-details.ts'
import { describeOrder, placeFacts } from './describe-order.ts'

/** Confirms that a place was moved: from which session, and to which (decision E-30). */
export async function announceMove(services: Services, { moveId }: { moveId: number }): Promise<void> {
  const { db, clock, config } = services
  const move = await db
    .selectFrom('booking_moves')
    .innerJoin('bookings', 'bookings.id', 'booking_moves.booking_id')
    .select(['from_session_id', 'to_session_id', 'bookings.order_id', 'bookings.id as bookingId'])
    .where('booking_moves.id', '=', moveId)
    .executeTakeFirstOrThrow()
  const from = await describeSession(db, move.from_session_id)
  const to = await describeSession(db, move.to_session_id)
  const order = await describeOrder(db, move.order_id)
  const moved = order.places.filter(({ bookingId }) => bookingId === move.bookingId)
  const { directions, calendar } = arrivalDetails(moved, services, clock())
  const notice = {
    title: 'Your booking has been moved',
    body: [`The place of ${moved[0]?.attendee} in ${from} has been moved to ${to}.`],
    mailEnding: [
      placeRows(moved.map(place => ({ ...placeFacts(place), insteadOf: { when: from } }))),
      ...(order.accountId === null ? [] : [`My bookings: ${config.publicUrl}${addresses.bookings()}`]),
      ...directions,
    ],
    calendar,
    topic: 'order' as const,
    orderId: move.order_id,
    onceKey: `booking-moved-${moveId}`,
  }
  await notifyCustomer(db, order, notice, clock())
}

async function describeSession(db: Db, sessionId: number): Promise<string> {
  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('offerings as o', 'o.id', 's.offering_id')
    .innerJoin('offering_types as t', 't.id', 's.offering_type_id')
    .innerJoin('venues as v', 'v.id', 'o.venue_id')
    .select(['s.start_date', 's.start_time', classTitle.as('title'), 'v.name as venue'])
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const { title, venue, start_date, start_time } = session
  return `${title} at ${venue} on ${longDay(start_date)} at ${timeOfDay(start_time)}`
}
