import { sql } from 'kysely'
import { creditsOfPlace } from '#domain/prices.ts'
import { livePenceOfItems, livePenceOfPack, type SoldItem, type SoldPack } from '#domain/returns.ts'
import {
  addUp,
  type BookedRefund,
  type LiveMoney,
  leftToGiveBack,
  type OrderBooks,
  type PlaceMoney,
  type PolicyRow,
  type Settlement,
} from '#domain/settlement.ts'
import type { Db } from '#server/database/connect.ts'
import { classTitle, sessionsAndTheirs } from '#server/features/offerings/session-sql.ts'
import { isOfFormerAccountSql } from './is-of-former-account.ts'
import { isOfOrder } from './payment-of-order.ts'

/** A place of an order, with its value, class and venue. */
export interface OrderPlace extends PlaceMoney {
  bookingId: number
  sessionId: number
  status: 'held' | 'confirmed' | 'cancelled'
  listPence: number
  title: string
  who: string
  date: string
  startTime: string
  endTime: string
  startsAt: string
  /** How many days its date lasts; a camp lasts several. */
  days: number
  /** When and by whom a place of a paid order was cancelled, and how it was settled. */
  cancelled: { at: string; by: string; settlement: Settlement } | null
}

/** A line of a product order, with its product. */
interface OrderItem extends SoldItem {
  id: number
  productId: number
  name: string
}

/** The facts on which cancelling and refunding an order depend. */
export interface OrderMoney {
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  accountId: number | null
  /** The payment that has succeeded or is expected; null if nothing was paid. */
  paymentId: number | null
  /** The whole sum of an expected payment, including what was received; null if none is expected. */
  expectedPence: number | null
  /** Whether its money goes back by hand: it was paid at the desk, or by card into a former account (decision O-197). */
  isPaidAtDesk: boolean
  /** The policy for proposals: the order's own, or today's for an older order. */
  policy: PolicyRow[]
  hasOwnPolicy: boolean
  places: OrderPlace[]
  /** The pack, if the order is of a pack. */
  pack: SoldPack | null
  /** The lines of a product order; empty for other orders. */
  items: OrderItem[]
  postagePence: number
  books: OrderBooks
  leftPence: number
  /** The money of the places that the order still has: what is payable, and how much of that was received. */
  live: LiveMoney
}

interface Row {
  orderId: number
  status: OrderMoney['status']
  accountId: number | null
  totalPence: number
  postagePence: number
  paidPence: number
  paymentId: number | null
  expectedPence: number | null
  isPaidAtDesk: boolean
  policy: PolicyRow[]
  hasOwnPolicy: boolean
  places: (Omit<OrderPlace, 'creditPrice'> & {
    isTrial: boolean
    pricePence: number
    credits: number
    isPackOnly: boolean
  })[]
  pack: SoldPack | null
  items: OrderItem[]
  refunds: BookedRefund[]
  goodwillAsCreditsPence: number
}

/** The pence refunded or turned into credits as goodwill for a booking `b` that is not cancelled. */
export const goodwillPence = sql<number>`((select coalesce(sum(r.amount_pence), 0) from refunds r
    where r.booking_id = b.id and r.status not in ('failed', 'superseded'))
  + (select coalesce(sum(case when r.status in ('failed', 'superseded') then 0 else g.refunded_pence end
    + g.as_credits_pence), 0) from goodwill_places g left join refunds r on r.id = g.refund_id
    where g.booking_id = b.id))`

/** The credits given back as goodwill for a booking `b`. */
export const goodwillCredits = sql<number>`(select coalesce(sum(g.credits_returned), 0)
  from goodwill_places g where g.booking_id = b.id)`

/**
 * The share of each live place's price that was refunded for its whole order `ord`: goodwill without a place, a refund
 * made at the provider, a lost dispute. Leaves out money that already counts for cancelled places. It is read once for
 * an order.
 */
export const partOfOrder = sql<number>`(
  select greatest(0, whole.pence - borne.pence)::numeric / nullif(live.pence, 0)
  from (select coalesce(sum(r.amount_pence), 0) as pence from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ord.id and p.status in ('succeeded', 'expected', 'received')
        and r.status not in ('failed', 'superseded')
        and r.booking_id is null and r.kind in ('goodwill', 'atStripe', 'dispute')
        and not exists (select from goodwill_places g where g.refund_id = r.id)) whole,
    (select coalesce(sum(c.back_before_pence - ${goodwillPence}), 0) as pence
      from booking_cancellations c join bookings b on b.id = c.booking_id where c.order_id = ord.id) borne,
    (select sum(payable_pence) as pence from bookings where order_id = ord.id and status <> 'cancelled') live)`

/** Reads an order's money; the caller locks the order before changing it. */
export async function readOrderMoney(db: Db, orderId: number): Promise<OrderMoney> {
  const money = (await readMoneyOfOrders(db, [orderId])).get(orderId)
  if (!money) throw new Error(`there is no order ${orderId}`)
  return money
}

/** Reads the money of several orders, by id. */
export async function readMoneyOfOrders(db: Db, orderIds: number[]): Promise<Map<number, OrderMoney>> {
  const { rows } =
    await sql<Row>`select ord.id as "orderId", ord.status, ord.account_id as "accountId", ord.total_pence as "totalPence", ord.postage_pence as "postagePence",
      ord.paid_pence as "paidPence", pay.id as "paymentId",
      case pay.status when 'expected' then pay.amount_pence end as "expectedPence", coalesce(pay.provider = 'desk' or ${isOfFormerAccountSql('pay')}, false) as "isPaidAtDesk",
      coalesce(ord.policy, business.cancel_policy) as policy, ord.policy is not null as "hasOwnPolicy",
      (select coalesce(json_agg(json_build_object('bookingId', b.id, 'sessionId', s.id, 'status', b.status,
          'title', ${classTitle}, 'startsAt', s.starts_at, 'days', s.end_date - s.start_date + 1, 'who', coalesce(c.first_name || ' ' || c.last_name, b.attendee_name), 'date', s.start_date,
          'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
          'isTrial', b.is_trial, 'listPence', b.list_pence, 'payablePence', b.payable_pence,
          'creditsUsed', b.credits_used, 'pricePence', s.price_pence, 'credits', s.credits, 'isPackOnly', o.is_pack_only,
          'backPence', ${goodwillPence}, 'creditsBack', ${goodwillCredits},
          'cancelled', (select json_build_object('at', x.cancelled_at,
              'by', coalesce(m.full_name, 'The family'), 'settlement', json_build_object(
              'refundedPence', x.refunded_pence, 'asCreditsPence', x.as_credits_pence, 'keptPence', x.kept_pence,
              'backBeforePence', x.back_before_pence, 'notReceivedPence', x.not_received_pence, 'creditsReturned', x.credits_returned,
              'creditsGranted', x.credits_granted))
            from booking_cancellations x left join staff m on m.id = x.staff_id where x.booking_id = b.id))
          order by s.starts_at, b.id), '[]')
        from bookings b join ${sessionsAndTheirs} on s.id = b.session_id left join children c on c.id = b.child_id
        where b.order_id = ord.id) as places,
      (select json_build_object('credits', k.credits, 'paidPence', ord.total_pence, 'balance', a.credit_balance,
          'returned', (select coalesce(sum(r.credits_taken), 0) from refunds r join payments p on p.id = r.payment_id
            where p.order_id = ord.id))
        from order_packs k join accounts a on a.id = ord.account_id where k.order_id = ord.id) as pack,
      (select coalesce(json_agg(json_build_object('id', i.id, 'productId', i.product_id, 'name', i.name,
          'unitPence', i.unit_price_pence, 'quantity', i.quantity, 'returned', i.returned_quantity) order by i.id), '[]')
        from order_items i where i.order_id = ord.id) as items,
      (select coalesce(json_agg(json_build_object('pence', r.amount_pence, 'state', case r.status
          when 'failed' then 'owed' when 'superseded' then 'superseded' else 'back' end)), '[]')
        from refunds r where r.payment_id = pay.id) as refunds,
      (select coalesce(sum(g.as_credits_pence), 0)::integer from goodwill_places g
        where g.order_id = ord.id) as "goodwillAsCreditsPence"
    from business cross join orders ord
    left join payments pay on pay.order_id = ord.id and ${isOfOrder('pay')}
    where ord.id = any(${orderIds}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.orderId, moneyOf(row)]))
}

function moneyOf(row: Row): OrderMoney {
  const places = row.places.map(({ isTrial, pricePence, credits, isPackOnly, ...place }) => ({
    ...place,
    creditPrice: isTrial || row.accountId === null ? 0 : creditsOfPlace({ pricePence, credits, isPackOnly }),
  }))
  const books = addUp({
    cameInPence: row.paidPence,
    livePence: livePenceOf(row),
    settlements: places.flatMap(({ cancelled }) => cancelled?.settlement ?? []),
    refunds: row.refunds,
    goodwillAsCreditsPence: row.goodwillAsCreditsPence,
  })
  const { status, accountId, paymentId, expectedPence, isPaidAtDesk, policy, hasOwnPolicy, pack } = row
  const { items, postagePence } = row
  return {
    ...{ status, accountId, paymentId, expectedPence, isPaidAtDesk, policy, hasOwnPolicy, places, pack },
    ...{ items, postagePence, books },
    leftPence: leftToGiveBack(books),
    live: liveMoneyOf(row),
  }
}

/** Returns the money of the places that an order still has. */
function liveMoneyOf({ places, paidPence }: Row): LiveMoney {
  const received = places.map(({ cancelled, payablePence }) =>
    cancelled ? payablePence - cancelled.settlement.notReceivedPence : 0,
  )
  return { payablePence: livePlacesPence(places), receivedPence: paidPence - sumOf(received) }
}

/** Returns the price of everything that the order still has. */
function livePenceOf({ places, pack, items, totalPence }: Row): number {
  if (pack) return livePenceOfPack(pack)
  if (items.length > 0) return livePenceOfItems(totalPence, items)
  return livePlacesPence(places)
}

const livePlacesPence = (places: Row['places']) =>
  sumOf(places.filter(({ status }) => status !== 'cancelled').map(place => place.payablePence))

const sumOf = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
