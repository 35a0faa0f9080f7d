import { sql } from 'kysely'
import { longDay, timeOfDay } from '#domain/format-dates.ts'
import { batched } from '#server/database/batched.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'

export interface OrderToPay {
  id: number
  orderNumber: string
  accountId: AccountId | null
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  totalPence: number
  placedAt: Date
  holdExpiresAt: Date | null
  /** The end of the hold in London time; null if the order no longer waits for a payment. */
  keptUntil: string | null
  /** The address for the card page's own receipt; empty if the customer left none. */
  email: string
  /** Null for packs and products, which have no start. */
  firstStartsAt: Date | null
  /** The ordered things. */
  bought: Bought[]
  page: UnsettledPage | null
}

/** Whether an order has been paid, delivered or not. */
export const isPaidFor = ({ status }: Pick<OrderToPay, 'status'>): boolean =>
  status === 'paid' || status === 'completed'

interface Bought {
  name: string
  /** The day of a booked session; null for packs and products. */
  day: string | null
  start: string
  end: string
}

/**
 * The card page of an order that may still be paid, or whose payment does not match and waits for staff (`mismatched`,
 * docs/payments.md). A page that was claimed but never shown has no `ref`.
 */
interface UnsettledPage {
  paymentId: number
  ref: string | null
  status: 'created' | 'mismatched'
  endsAt: string
}

const unsettledPage = sql`(select json_build_object('paymentId', id, 'ref', provider_ref, 'status', status,
  'endsAt', expires_at) from payments where order_id = orders.id and status in ('created', 'mismatched'))`

/** Reads the state of an order for the return from the card page, by its number alone (decision E-37). */
export async function findReturningOrder(
  db: Db,
  orderNumber: string,
): Promise<Pick<OrderToPay, 'accountId' | 'status' | 'page'> | undefined> {
  const { rows } = await sql<Pick<OrderToPay, 'accountId' | 'status' | 'page'>>`${planKept}
    select account_id as "accountId", status, ${unsettledPage} as page from orders
    where order_number = ${orderNumber}`.execute(db)
  return rows[0]
}

/**
 * Finds an order to pay by its number alone (decision E-37). Concurrent callers share one statement; `offset 0` makes
 * PostgreSQL look each up by its number instead of reading the table.
 */
export const findOrderToPay = batched(
  async (db, orderNumbers: string[]): Promise<(OrderToPay | undefined)[]> => {
    const { rows } = await sql<OrderToPay>`${planKept} select orders.id, order_number as "orderNumber",
      orders.account_id as "accountId", orders.status, orders.total_pence as "totalPence", orders.placed_at as "placedAt",
      orders.hold_expires_at as "holdExpiresAt", ${localTime('orders.hold_expires_at')} as "keptUntil",
      coalesce(a.email, orders.guest_email) as email, first_starts_at as "firstStartsAt",
      (select coalesce(json_agg(b order by b.starts_at, b.id), '[]') from (
        select distinct ${classTitle} as name, s.start_date as day, s.start_time as start, s.end_time as end, s.starts_at, s.id
        from bookings b join ${sessionsAndTheirs} on s.id = b.session_id
        where b.order_id = orders.id and b.status <> 'cancelled'
        union all
        select quantity || ' × ' || name, null, null, null, null, id from order_items where order_id = orders.id
        union all
        select name, null, null, null, null, 0 from order_packs where order_id = orders.id) b) as bought,
      ${unsettledPage} as page
    from unnest(${orderNumbers}::text[]) as asked (number)
    cross join lateral (select * from orders where order_number = asked.number offset 0) orders
    left join accounts a on a.id = orders.account_id
    cross join lateral (select min(s.starts_at) as first_starts_at from bookings b join sessions s on s.id = b.session_id
      where b.order_id = orders.id and b.status <> 'cancelled') begins`.execute(db)
    const found = new Map(rows.map(row => [row.orderNumber, row]))
    return orderNumbers.map(number => found.get(number))
  },
)

/**
 * Returns the order's title on the card page: the first class with day and time, without attendees, and how
 * many more there are.
 */
export function titleOfOrder({ bought: [first, ...others] }: Pick<OrderToPay, 'bought'>): string {
  if (!first) return 'Your order'
  const { name, day, start, end } = first
  const what = day ? `${name}, ${longDay(day)}, ${timeOfDay(start)}–${timeOfDay(end)}` : name
  return others.length > 0 ? `${what}, and ${others.length} more` : what
}

/** Whether an order is a guest's and was paid on the card page of this reference, which only its customer has seen. */
export async function hasPaidAsGuest(db: Db, orderNumber: string, pageRef: string): Promise<boolean> {
  const paid = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.order_number', '=', orderNumber)
    .where('orders.account_id', 'is', null)
    .where('payments.provider_ref', '=', pageRef)
    .where('payments.status', '=', 'succeeded')
    .executeTakeFirst()
  return paid !== undefined
}

/** The card page references of open payments made before a moment. */
export async function listOpenPages(db: Db, before: Date, limit: number): Promise<string[]> {
  const open = await db
    .selectFrom('payments')
    .select('provider_ref')
    .where('status', '=', 'created')
    .where('created_at', '<=', before)
    // In random order, so that hooks that fail each time do not block the others.
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return open.flatMap(({ provider_ref }) => provider_ref ?? [])
}

/** Lists the hooks that were stored before a moment but never processed. */
export const listOpenEvents = (
  db: Db,
  before: Date,
  limit: number,
): Promise<{ eventId: string; pageRef: string }[]> =>
  db
    .selectFrom('payment_events')
    .select(['event_id as eventId', 'provider_ref as pageRef'])
    .where('processed_at', 'is', null)
    .where('received_at', '<=', before)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
