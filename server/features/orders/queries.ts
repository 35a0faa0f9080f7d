import { sql } from 'kysely'
import type { bookingOrder } from '#contract/orders.ts'
import type { Page, Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Db } from '#server/database/connect.ts'
import { localTime } from '#server/database/local-time.ts'
import { type AskedPage, pageOf, rowsBefore } from '#server/database/paging.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'

type BookingOrder = Value<typeof bookingOrder>

/** One of the account's own children, and whether it had a trial of the type; undefined for anybody else's. */
export async function findTrialChild(
  db: Db,
  accountId: AccountId,
  childId: number,
  typeId: number,
): Promise<{ hadTrial: boolean } | undefined> {
  const found = await sql<{ had_trial: boolean }>`select exists (
      select 1 from bookings b where b.account_id = c.account_id and b.offering_type_id = ${typeId}
        and (b.child_id = c.id or b.trial_person = name_and_birthday(c))
        and b.is_trial and b.status <> 'cancelled') as had_trial
    from children c where c.id = ${childId} and c.account_id = ${accountId}`.execute(db)
  return found.rows[0] && { hadTrial: found.rows[0].had_trial }
}

const bookedSessions = sql`(select json_agg(json_build_object(
    'bookingId', b.id, 'sessionId', s.id, 'name', coalesce(nullif(s.name, ''), f.name),
    'image', coalesce(nullif(f.image_path, ''), t.image_path),
    'startDate', s.start_date, 'endDate', s.end_date, 'venue', v.name, 'typeName', t.name, 'ages', g.name,
    'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'child', coalesce(c.first_name || ' ' || c.last_name, ''), 'fullName', b.attendee_name,
    'isTrial', b.is_trial) order by s.starts_at, b.id)
  from bookings b
  join sessions s on s.id = b.session_id
  join offerings f on f.id = s.offering_id
  join offering_types t on t.id = s.offering_type_id
  join venues v on v.id = f.venue_id
  join age_groups g on g.id = f.age_group_id
  left join children c on c.id = b.child_id
  where b.order_id = o.id)`

const orderColumns = sql`o.order_number, o.status, ${localTime('o.placed_at')} as placed_at, o.payment_method,
  o.total_pence, o.paid_pence, o.credits_used, ${localTime('o.hold_expires_at')} as hold_expires_at,
  ${bookedSessions} as sessions`

interface OrderRow {
  order_number: string
  status: BookingOrder['status']
  placed_at: string
  payment_method: 'card' | 'credits' | 'free' | null
  total_pence: number
  paid_pence: number
  credits_used: number
  hold_expires_at: string | null
  sessions: BookingOrder['sessions']
}

/** One of the account's own orders of a kind, or undefined. */
export async function findOrder(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  orderNumber: string,
): Promise<BookingOrder | undefined> {
  const found = await sql<OrderRow>`select ${orderColumns} from orders o
    where o.order_number = ${orderNumber} and o.account_id = ${accountId} and o.kind = ${kind}`.execute(db)
  return found.rows[0] && asOrder(found.rows[0])
}

/** A page of the account's own orders of a kind, newest first. */
export async function listOrders(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  asked: AskedPage,
): Promise<Page<BookingOrder>> {
  const total = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const found = await sql<OrderRow>`select ${orderColumns} from orders o
    where o.account_id = ${accountId} and o.kind = ${kind}
    order by o.placed_at desc, o.id desc limit ${asked.perPage} offset ${rowsBefore(asked)}`.execute(db)
  return pageOf(found.rows.map(asOrder), total.total, asked)
}

function asOrder(row: OrderRow): BookingOrder {
  const first = row.sessions[0]
  if (!first) throw new Error('a booking order without a booking')
  return {
    orderNumber: row.order_number,
    name: first.typeName,
    status: row.status,
    placedAt: row.placed_at,
    paymentMethod: row.payment_method ?? 'none',
    totalPence: row.total_pence,
    paidPence: row.paid_pence,
    creditsUsed: row.credits_used,
    summary: {
      image: first.image,
      name: first.typeName,
      child: [...new Set(row.sessions.map(session => session.child))].join(', '),
      fullName: first.fullName,
      startTime: first.startTime,
      endTime: first.endTime,
    },
    sessions: row.sessions,
    holdExpiresAt: row.hold_expires_at,
  }
}
