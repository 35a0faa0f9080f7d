import { sql } from 'kysely'
import { type Invariant, minutesBefore } from './invariant.ts'

const graceMinutes = 10

/** Orders, their lines, holds and discounts. */
export const orderInvariants: Invariant[] = [
  {
    number: 7,
    rule: 'An order’s total is its list price less credits and discount, never below nothing',
    offenders: () => sql`
      select 'order ' || order_number as what from orders
      where total_pence <> list_pence - credit_value_pence - discount_pence or total_pence < 0`,
  },
  {
    number: 7,
    rule: 'An order’s list price is the sum of its lines',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      where o.list_pence <> coalesce((select sum(b.list_pence) from bookings b where b.order_id = o.id), 0)
        + coalesce((select sum(i.line_pence) from order_items i where i.order_id = o.id), 0)
        + coalesce((select p.price_pence from order_packs p where p.order_id = o.id), 0)`,
  },
  {
    number: 7,
    rule: 'What is payable for the places of an order is its total',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      join (select order_id, sum(payable_pence) as payable from bookings group by order_id) b on b.order_id = o.id
      where o.total_pence <> b.payable`,
  },
  {
    number: 7,
    rule: 'A product line costs its unit price times its quantity',
    offenders: () => sql`
      select 'order item ' || id as what from order_items
      where line_pence <> unit_price_pence * quantity or quantity < 1`,
  },
  {
    number: 13,
    rule: 'A cancelled order holds no place',
    offenders: () => sql`
      select 'booking ' || b.id as what from bookings b join orders o on o.id = b.order_id
      where o.status = 'cancelled' and b.status <> 'cancelled'`,
  },
  {
    number: 14,
    rule: 'The places of a paid order are confirmed, those of an unpaid one held',
    offenders: () => sql`
      select 'booking ' || b.id as what from bookings b join orders o on o.id = b.order_id
      where o.status in ('paid', 'completed') and b.status = 'held' or o.status = 'pending' and b.status <> 'held'`,
  },
  {
    number: 14,
    rule: 'Every order has its lines: places, products or a pack, of its own kind',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      where o.kind = 'pack' is distinct from exists (select from order_packs p where p.order_id = o.id)
        or o.kind = 'product' is distinct from exists (select from order_items i where i.order_id = o.id)
        or o.kind not in ('pack', 'product')
          is distinct from exists (select from bookings b where b.order_id = o.id)
        or exists (select from bookings b join sessions s on s.id = b.session_id
          where b.order_id = o.id and s.kind <> o.kind)`,
  },
  {
    number: 14,
    rule: 'A product order says where it is to be sent',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      where o.kind = 'product' and not exists (select from order_deliveries d where d.order_id = o.id)`,
  },
  {
    number: 14,
    rule: 'Nothing was sent before it was paid',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o join order_deliveries d on d.order_id = o.id
      where d.dispatched_at is not null and (o.paid_at is null or d.dispatched_at < o.paid_at)`,
  },
  {
    number: 15,
    rule: 'No product has less than nothing in stock',
    offenders: () => sql`select 'product ' || id as what from products where stock < 0`,
  },
  {
    number: 15,
    rule: 'The stock of a product is what was supplied less what live orders took',
    offenders: () => sql`
      select 'product ' || p.id as what from products p
      left join (
        select i.product_id, sum(i.quantity) as pieces from order_items i join orders o on o.id = i.order_id
        where o.status <> 'cancelled' group by i.product_id
      ) taken on taken.product_id = p.id
      where p.stock <> p.supplied - coalesce(taken.pieces, 0)`,
  },
  {
    number: 16,
    rule: 'An order carries the moments of the states it went through, and no others',
    offenders: () => sql`
      select 'order ' || order_number as what from orders
      where (status in ('paid', 'completed')) <> (paid_at is not null) and status <> 'cancelled'
        or (status = 'completed') <> (completed_at is not null)
        or (status = 'cancelled') <> (cancelled_at is not null)
        or (status = 'cancelled') <> (cancel_reason is not null)`,
  },
  {
    number: 17,
    rule: 'An unpaid order has an end to its hold, and no other order has one',
    offenders: () => sql`
      select 'order ' || order_number as what from orders
      where (status = 'pending') <> (hold_expires_at is not null)`,
  },
  {
    number: 17,
    rule: 'No hold outlives its end by more than ten minutes, unless its card page is still open or mismatched',
    offenders: ({ now }) => sql`
      select 'order ' || o.order_number as what from orders o
      where o.status = 'pending' and o.hold_expires_at < ${minutesBefore(now, graceMinutes)}
        and not exists (select from payments p where p.order_id = o.id
          and p.status in ('created', 'mismatched'))`,
  },
  {
    number: 20,
    rule: 'A discount code counts exactly its live uses',
    offenders: () => sql`
      select 'discount code ' || d.id as what from discount_codes d
      left join (
        select discount_code_id, count(*) as live from discount_uses where released_at is null group by discount_code_id
      ) u on u.discount_code_id = d.id
      where d.uses <> coalesce(u.live, 0)`,
  },
  {
    number: 20,
    rule: 'No discount code is used more often than it may be',
    offenders: () => sql`
      select 'discount code ' || id as what from discount_codes d
      where max_uses < (
        select count(*) from discount_uses u where u.discount_code_id = d.id and u.released_at is null)`,
  },
  {
    number: 20,
    rule: 'Nobody uses a discount code more often than one person may',
    offenders: () => sql`
      select distinct 'discount code ' || d.id as what from discount_codes d
      join discount_uses u on u.discount_code_id = d.id and u.released_at is null
      where d.max_uses_per_account is not null
      group by d.id, u.account_id, u.guest_email having count(*) > d.max_uses_per_account`,
  },
  {
    number: 20,
    rule: 'A discount use is live exactly while its order is, and of the order’s amount',
    offenders: () => sql`
      select 'order ' || o.order_number as what from discount_uses u join orders o on o.id = u.order_id
      where (o.status = 'cancelled') <> (u.released_at is not null) or u.amount_pence <> o.discount_pence`,
  },
]
