import { sql } from 'kysely'
import { longDay, timeOfDay } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

export interface OrderToPay {
  id: number
  accountId: AccountId | null
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  /** For the card page's own receipt; empty when the customer left none. */
  email: string
  /** On London's clock; null once it waits for no payment. */
  keptUntil: string | null
}

/** An order by its number alone, for paying it and for coming back from the card page (decision E-37). */
export async function findOrderToPay(db: Db, orderNumber: string): Promise<OrderToPay | undefined> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['orders.id', 'orders.account_id', 'orders.status', 'orders.guest_email', 'accounts.email'])
    .select(localTime('hold_expires_at').$castTo<string | null>().as('keptUntil'))
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  return (
    order && {
      id: order.id,
      accountId: order.account_id as AccountId | null,
      status: order.status,
      email: order.email ?? order.guest_email,
      keptUntil: order.keptUntil,
    }
  )
}

/** What an order is of, for the card page: class, day and time, but never who comes; the rest as a number. */
export async function titleOfOrder(db: Db, orderId: number): Promise<string> {
  const { rows } = await sql<{ name: string; day: string | null; start: string; end: string }>`
    select distinct t.name, s.start_date as day, s.start_time as start, s.end_time as end, s.starts_at, s.id
    from bookings b join sessions s on s.id = b.session_id
    join offering_types t on t.id = s.offering_type_id
    where b.order_id = ${orderId} and b.status <> 'cancelled'
    union all
    select quantity || ' × ' || name, null, null, null, null, id from order_items where order_id = ${orderId}
    union all
    select name, null, null, null, null, 0 from order_packs where order_id = ${orderId}
    order by starts_at, id`.execute(db)
  const [first] = rows
  if (!first) return 'Your order'
  const { name, day, start, end } = first
  const what = day ? `${name}, ${longDay(day)}, ${timeOfDay(start)}–${timeOfDay(end)}` : name
  return rows.length > 1 ? `${what}, and ${rows.length - 1} more` : what
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
    // By chance, so that however many fail each time, every other one has its turn.
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return open.flatMap(({ provider_ref }) => provider_ref ?? [])
}

/** Hooks that were stored before a moment but never worked off, by event. */
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
