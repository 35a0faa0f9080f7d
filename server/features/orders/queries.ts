import { type InferResult, sql } from 'kysely'
import type { bookingOrder } from '#contract/orders.ts'
import type { Page, Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { type Db, planKept } from '#server/database/connect.ts'
import { localTime } from '#server/database/london-time-sql.ts'
import { type AskedPage, readPage } from '#server/database/paging.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import { movedCredits, refundsOfOrder, withBack } from './order-refunds.ts'
import { expectedRest, placeRefund, placeState } from './place-state.ts'

type BookingOrder = Value<typeof bookingOrder>

/** Finds one of the account's own children, and whether it had a trial of the type; undefined for any other child. */
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

const bookedSessions = sql<
  (BookingOrder['sessions'][number] & { title: string })[]
>`(select json_agg(json_strip_nulls(json_build_object(
    'bookingId', b.id, 'sessionId', s.id, 'typeId', t.id, 'venueId', v.id, 'offeringId', o.id, 'name', coalesce(nullif(s.name, ''), o.name),
    'image', coalesce(nullif(o.image_path, ''), t.image_path),
    'startDate', s.start_date, 'endDate', s.end_date, 'venue', v.name, 'typeName', t.name, 'title', ${classTitle}, 'ages', a.name,
    'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
    'child', coalesce(c.first_name || ' ' || c.last_name, ''), 'fullName', b.attendee_name,
    'isTrial', b.is_trial, 'state', ${placeState}, 'refund', ${placeRefund},
    'question', nullif(b.question, ''), 'answer', case when b.question <> '' then b.answer end)) order by s.starts_at, b.id)
  from bookings b join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
  where b.order_id = orders.id)`

const ownOrders = (db: Db, accountId: AccountId, kind: OfferingKind) =>
  db
    .selectFrom('orders')
    .select(['order_number as orderNumber', 'status', 'payment_method as paymentMethod'])
    .select(['total_pence as totalPence', 'paid_pence as paidPence', 'credits_used as creditsUsed'])
    .select([localTime('placed_at').as('placedAt'), localTime('hold_expires_at').as('holdExpiresAt')])
    .select([
      bookedSessions.as('sessions'),
      refundsOfOrder.as('refunds'),
      movedCredits('orderGoodwill').as('creditsGiven'),
      expectedRest.as('expected'),
    ])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)

type OrderRow = InferResult<ReturnType<typeof ownOrders>>[number]

/** Finds one of the account's own orders of a kind. */
export async function findOrder(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  orderNumber: string,
): Promise<BookingOrder | undefined> {
  const found = await ownOrders(db, accountId, kind)
    .modifyFront(planKept)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  return found && asOrder(found)
}

/** Lists the account's own orders of a kind, newest first. */
export async function listOrders(
  db: Db,
  accountId: AccountId,
  kind: OfferingKind,
  asked: AskedPage,
): Promise<Page<BookingOrder>> {
  const newestFirst = ownOrders(db, accountId, kind).orderBy('placed_at', 'desc').orderBy('id', 'desc')
  const page = await readPage(newestFirst, asked)
  return { ...page, items: page.items.map(asOrder) }
}

function asOrder({ sessions, paymentMethod, expected, ...order }: OrderRow): BookingOrder {
  // Named after the places that are not cancelled, or after all of them if every place is cancelled.
  const standing = sessions.filter(({ state }) => state !== 'cancelled')
  const shown = standing.length > 0 ? standing : sessions
  const first = shown[0]
  if (!first) throw new Error('a booking order without a booking')
  const name = named([...new Set(shown.map(({ title }) => title))])
  return {
    ...withBack(order),
    ...(expected !== null && { expectedPence: expected }),
    name,
    paymentMethod: paymentMethod ?? 'none',
    summary: {
      image: first.image,
      name,
      child: [...new Set(shown.map(session => session.child))].join(', '),
      fullName: first.fullName,
      startTime: first.startTime,
      endTime: first.endTime,
    },
    sessions,
  }
}

/** Names an order after its two classes, or after the first one and how many more there are. */
function named([first = '', ...others]: string[]): string {
  return others.length > 1 ? `${first} and ${others.length} more` : [first, ...others].join(' and ')
}
