import * as addresses from '#contract/addresses.ts'
import { longDay, longMoment, timeOfDay } from '#domain/wording.ts'
import { transaction } from '#server/database/transaction.ts'
import { tellCustomer } from '#server/features/notifications/tell-customer.ts'
import { classTitle } from '#server/features/offerings/read-booked-place.ts'
import { describeOrder, placeLine } from '#server/features/orders/describe-order.ts'
import { helpToCome } from '#server/features/orders/help-to-come.ts'
import type { Services } from '#server/services.ts'

/**
 * Tells every family with a place in a session that it has a new time, and until when they may say that it does not suit
 * (decision O-18). A family each in its own transaction, and once, however often the job is retried.
 */
export async function announceNewTime(services: Services, { changeId }: { changeId: number }): Promise<void> {
  const { db, clock, config } = services
  const change = await db
    .selectFrom('session_changes as n')
    .innerJoin('sessions as s', 's.id', 'n.session_id')
    .innerJoin('offering_types as t', 't.id', 's.offering_type_id')
    .innerJoin('offerings as o', 'o.id', 's.offering_id')
    .innerJoin('venues as v', 'v.id', 'o.venue_id')
    .select([
      's.id',
      's.start_date',
      's.start_time',
      'n.answer_until',
      classTitle.as('title'),
      'v.name as venue',
    ])
    .where('n.id', '=', changeId)
    .executeTakeFirstOrThrow()
  const places = await db
    .selectFrom('bookings as b')
    .innerJoin('orders as o', 'o.id', 'b.order_id')
    .leftJoin('accounts as a', 'a.id', 'b.account_id')
    .select([
      'b.id',
      'b.order_id',
      'b.account_id',
      'a.first_name',
      'a.email',
      'o.guest_name',
      'o.guest_email',
    ])
    .where('b.session_id', '=', change.id)
    .where('b.status', '<>', 'cancelled')
    .orderBy('b.account_id')
    .orderBy('b.id')
    .execute()
  const when = `${longDay(change.start_date)}, ${timeOfDay(change.start_time)}`
  for (const [orderId, [first, ...others]] of Map.groupBy(places, place => place.order_id)) {
    if (!first) continue
    const bookingIds = [first, ...others].map(({ id }) => id)
    await transaction(db, async tx => {
      const story = await describeOrder(tx, orderId)
      const moved = story.places.filter(({ bookingId }) => bookingIds.includes(bookingId))
      const { coming, calendar } = helpToCome(moved, services, clock())
      const notice = {
        title: 'Your class has a new time',
        body: [
          `${change.title} at ${change.venue} is now on ${when}.`,
          `If that does not suit, tell us by ${longMoment(change.answer_until)}: we will move you or give your money back.`,
        ],
        mailEnding: [...moved.map(placeLine), ...coming, `${config.publicUrl}${addresses.bookings()}`],
        calendar,
        topic: 'order' as const,
        orderId,
        onceKey: `session-moved-${changeId}-${orderId}`,
      }
      const to = {
        accountId: first.account_id,
        name: first.first_name ?? first.guest_name,
        email: first.email ?? first.guest_email,
      }
      await tellCustomer(tx, to, notice, clock())
    })
  }
}
