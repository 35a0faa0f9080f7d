import { sql } from 'kysely'
import * as addresses from '#contract/addresses.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { arrivalDetails } from '#server/features/orders/arrival-details.ts'
import {
  type DescribedPlace,
  describeOrder,
  isFreeGuestOrder,
  placeFacts,
  placeLine,
} from '#server/features/orders/describe-order.ts'
import { guestOrderAddress } from '#server/features/orders/order-link.ts'
import { type PlaceFacts, placeRows } from '#server/mail/mail-rows.ts'
import type { Services } from '#server/services.ts'

interface Words {
  title: string
  opening: string
  closing: string
  /** The old time or venue of a date. */
  insteadOf: (sessionId: number) => PlaceFacts['insteadOf']
  /** Lines with links, which only the mail has. */
  links?: string[]
}

/**
 * Tells every family with a place in changed sessions, paid or not, what has changed; paid places get their calendar
 * entry. Each order has its own transaction, and is told once however often the job is retried: `onceKey` names the
 * change.
 */
export async function notifyHolders(
  services: Services,
  changedIds: number[],
  {
    wordsOf,
    onceKey,
  }: {
    wordsOf: (of: { sessionIds: number[]; isSold: boolean; orderNumber: string }) => Words
    onceKey: string
  },
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
      // Read again: meanwhile the order may have expired, or its place moved to another date.
      const places = await livePlaces(tx)
        .select(['id', 'session_id'])
        .where('order_id', '=', orderId)
        .execute()
      if (places.length === 0) return
      const order = await describeOrder(tx, orderId)
      const changed = order.places.filter(({ bookingId }) => places.some(({ id }) => id === bookingId))
      const isSold = order.status !== 'pending'
      if (!isSold && isFreeGuestOrder(order)) return
      const { directions, calendar } = arrivalDetails(changed, services, clock())
      const orderLink = order.accountId
        ? `My bookings: ${config.publicUrl}${addresses.bookings()}`
        : `Your order: ${guestOrderAddress(config, order.orderNumber, clock())}`
      const sessionIds = [...new Set(places.map(place => place.session_id))]
      const { orderNumber } = order
      const { title, opening, closing, insteadOf, links = [] } = wordsOf({ sessionIds, isSold, orderNumber })
      const before = ({ bookingId }: DescribedPlace) =>
        insteadOf(places.find(({ id }) => id === bookingId)?.session_id ?? 0)
      const rows = placeRows(changed.map(place => ({ ...placeFacts(place), insteadOf: before(place) })))
      const list = changed.map(place => withBefore(placeLine(place), before(place)))
      // The opening says everything about a single date; several are listed.
      const [listed, details] = sessionIds.length > 1 ? [{ rows, list }, ''] : ['', rows]
      const notice = {
        title,
        body: [opening, listed, closing],
        mailEnding: [details, links.join('\n'), orderLink, ...directions],
        calendar: isSold ? calendar : '',
        topic: 'order' as const,
        orderId,
        onceKey: `${onceKey}-${orderId}`,
      }
      await notifyCustomer(tx, order, notice, clock())
    })
  }
}

const withBefore = (line: string, before: PlaceFacts['insteadOf']) =>
  before && 'when' in before ? `${line} (before: ${before.when})` : line

/**
 * Counts the places whose families will be told, and guests with only a telephone number, whom somebody must phone:
 * registers have the numbers. Closed accounts and unconfirmed guests count as neither.
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
