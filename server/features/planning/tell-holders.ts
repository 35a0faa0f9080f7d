import { sql } from 'kysely'
import * as addresses from '#contract/addresses.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { tellCustomer } from '#server/features/notifications/tell-customer.ts'
import { describeOrder, isGuestsOfNothing, placeLine } from '#server/features/orders/describe-order.ts'
import { guestOrderAddress } from '#server/features/orders/guest-order-link.ts'
import { helpToCome } from '#server/features/orders/help-to-come.ts'
import type { Services } from '#server/services.ts'

interface Words {
  title: string
  opening: string
  closing: string
}

/**
 * Tells every family with a place in sessions, paid or not, that they are changed, and how they now are; what is sold comes
 * with its entry for a calendar. An order each in its own transaction, and once, however often the job is retried:
 * `onceKey` names the change.
 */
export async function tellHolders(
  services: Services,
  changedIds: number[],
  {
    wordsOf,
    onceKey,
  }: { wordsOf: (of: { sessionIds: number[]; isSold: boolean }) => Words; onceKey: string },
): Promise<void> {
  if (changedIds.length === 0) return
  const { db, clock, config } = services
  const livePlaces = (of: Db) =>
    of.selectFrom('bookings').where('session_id', 'in', changedIds).where('status', '<>', 'cancelled')
  const orders = await livePlaces(db)
    .select(['account_id', 'order_id'])
    .distinct()
    .orderBy('account_id')
    .orderBy('order_id')
    .execute()
  for (const { order_id: orderId } of orders) {
    await transaction(db, async tx => {
      // Once more: the order may have run out, or its place gone to another date, while others were told.
      const places = await livePlaces(tx)
        .select(['id', 'session_id'])
        .where('order_id', '=', orderId)
        .execute()
      if (places.length === 0) return
      const story = await describeOrder(tx, orderId)
      const changed = story.places.filter(({ bookingId }) => places.some(({ id }) => id === bookingId))
      const isSold = story.status !== 'pending'
      if (!isSold && isGuestsOfNothing(story)) return
      const { coming, calendar } = helpToCome(changed, services, clock())
      const whereToLook = story.accountId
        ? `My bookings: ${config.publicUrl}${addresses.bookings()}`
        : `Your order: ${guestOrderAddress(config, story.orderNumber, clock())}`
      const sessionIds = [...new Set(places.map(place => place.session_id))]
      const { title, opening, closing } = wordsOf({ sessionIds, isSold })
      // Of one date the opening says all but the details; several are listed.
      const lines = changed.map(placeLine)
      const [listed, details] = sessionIds.length > 1 ? [lines, []] : [[], lines]
      const notice = {
        title,
        body: [opening, listed, closing],
        mailEnding: [...details, whereToLook, ...coming],
        calendar: isSold ? calendar : '',
        topic: 'order' as const,
        orderId,
        onceKey: `${onceKey}-${orderId}`,
      }
      await tellCustomer(tx, story, notice, clock())
    })
  }
}

/**
 * How many places of sessions that is told for, and how many guests left a telephone number alone, so that somebody must
 * ring them: the registers have the numbers. Who has closed their account, or confirmed nothing, is neither.
 */
export async function countHolders(tx: Tx, sessionIds: number[]): Promise<{ told: number; toRing: number }> {
  const { rows } = await sql<{ told: number; toRing: number }>`
    select count(*) filter (where reach <> '')::integer as told, count(*) filter (where reach = '')::integer as "toRing"
    from (select coalesce(a.email, o.guest_email, '') as reach
      from bookings b join orders o on o.id = b.order_id left join accounts a on a.id = b.account_id
      where b.session_id = any(${sessionIds}::bigint[]) and b.status <> 'cancelled'
        and case when a.id is null then o.total_pence > 0 or o.status <> 'pending' else a.status = 'active' end
    ) holders`.execute(tx)
  return rows[0] as { told: number; toRing: number }
}
