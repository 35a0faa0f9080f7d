import { sql } from 'kysely'
import { completedAfterDays, minCardPaymentPence } from '#domain/limits.ts'
import { type Invariant, minutesBefore, rule } from './invariant.ts'

const graceMinutes = 10

/** Orders, their lines, holds and discounts. */
export const orderInvariants: Invariant[] = [
  rule(7, 'An order’s total is its list price less credits and discount, never below nothing')`
      select 'order ' || order_number as what from orders
      where total_pence <> list_pence - credit_value_pence - discount_pence or total_pence < 0`,
  rule(7, 'An order’s list price is the sum of its lines and its postage')`
      select 'order ' || o.order_number as what from orders o
      where o.list_pence <> o.postage_pence + coalesce((select sum(b.list_pence) from bookings b where b.order_id = o.id), 0)
        + coalesce((select sum(i.line_pence) from order_items i where i.order_id = o.id), 0)
        + coalesce((select p.price_pence from order_packs p where p.order_id = o.id), 0)`,
  rule(7, 'What is payable for the places of an order is its total')`
      select 'order ' || o.order_number as what from orders o
      join (select order_id, sum(payable_pence) as payable from bookings group by order_id) b on b.order_id = o.id
      where o.total_pence <> b.payable`,
  rule(7, 'A product line costs its unit price times its quantity')`
      select 'order item ' || id as what from order_items
      where line_pence <> unit_price_pence * quantity or quantity < 1`,
  rule(13, 'A cancelled order holds no place')`
      select 'booking ' || b.id as what from bookings b join orders o on o.id = b.order_id
      where o.status = 'cancelled' and b.status <> 'cancelled'`,
  rule(14, 'The places of a paid order are confirmed, those of an unpaid one held')`
      select 'booking ' || b.id as what from bookings b join orders o on o.id = b.order_id
      where o.status in ('paid', 'completed') and b.status = 'held' or o.status = 'pending' and b.status <> 'held'`,
  rule(14, 'Every order has its lines: places, products or a pack, of its own kind')`
      select 'order ' || o.order_number as what from orders o
      where o.kind = 'pack' is distinct from exists (select from order_packs p where p.order_id = o.id)
        or o.kind = 'product' is distinct from exists (select from order_items i where i.order_id = o.id)
        or o.kind not in ('pack', 'product')
          is distinct from exists (select from bookings b where b.order_id = o.id)
        or exists (select from bookings b join sessions s on s.id = b.session_id
          where b.order_id = o.id and s.kind <> o.kind)`,
  rule(14, 'A product order says where it is to be sent')`
      select 'order ' || o.order_number as what from orders o
      where o.kind = 'product' and not exists (select from order_deliveries d where d.order_id = o.id)`,
  rule(14, 'An order that is collected at a class has no address and no postage')`
      select 'order ' || o.order_number as what from orders o join order_deliveries d on d.order_id = o.id
      where d.is_collected and (o.postage_pence > 0 or d.address <> '' or d.postcode <> '')`,
  rule(14, 'Nothing was sent before it was paid')`
      select 'order ' || o.order_number as what from orders o join order_deliveries d on d.order_id = o.id
      where d.dispatched_at is not null and (o.paid_at is null or d.dispatched_at < o.paid_at)`,
  rule(16, 'An order of products completes a fortnight after it was sent, at the earliest')`
      select 'order ' || o.order_number as what from orders o join order_deliveries d on d.order_id = o.id
      where o.completed_at < d.dispatched_at + ${sql.lit(`${completedAfterDays} days`)}::interval`,
  rule(15, 'No product has less than nothing in stock')`
      select 'product ' || id as what from products where stock < 0`,
  rule(15, 'A size belongs to a product that is no size itself, and is sold only as its size')`
      select 'size ' || z.id as what from products z join products p on p.id = z.size_of
      where p.size_of is not null or z.is_active`,
  rule(15, 'The stock of a product is what was supplied less what live orders took')`
      select 'product ' || p.id as what from products p
      left join (
        select i.product_id, sum(i.quantity) as pieces from order_items i join orders o on o.id = i.order_id
        where o.status <> 'cancelled' group by i.product_id
      ) taken on taken.product_id = p.id
      where p.stock <> p.supplied - coalesce(taken.pieces, 0)`,
  rule(15, 'What was supplied of a product is what its stock entries say, one after the other')`
      select 'product ' || product_id as what from (
        select e.product_id, e.supplied_after, e.supplied_after - e.delta as before, p.supplied,
          lag(e.supplied_after) over past as last, lead(e.id) over past is null as is_last
        from stock_entries e join products p on p.id = e.product_id
        window past as (partition by e.product_id order by e.id)
      ) step
      where before <> last or is_last and supplied_after <> supplied`,
  rule(15, 'The pieces of a line that came back are what its returns say, and no more than were paid for')`
      select 'order item ' || i.id as what from order_items i join orders o on o.id = i.order_id
      left join (select order_item_id, sum(quantity) as pieces from returned_items group by order_item_id) r
        on r.order_item_id = i.id
      where i.returned_quantity <> coalesce(r.pieces, 0) or i.returned_quantity > i.quantity
        or i.returned_quantity > 0 and o.paid_at is null`,
  rule(
    15,
    'Pieces that went back on the shelf are an entry of the stock of their product, and no others are',
  )`
      select 'returned item ' || r.id as what from returned_items r join order_items i on i.id = r.order_item_id
      join stock_entries e on e.id = r.stock_entry_id
      where e.reason <> 'returned' or e.delta <> r.quantity or e.product_id <> i.product_id
      union all
      select 'stock entry ' || e.id from stock_entries e
      where e.reason = 'returned' and not exists (select from returned_items r where r.stock_entry_id = e.id)`,
  rule(34, 'Products that came back stand in the log, and their refund is one of their order')`
      select 'returned item ' || r.id as what from returned_items r join order_items i on i.id = r.order_item_id
      where not exists (select from staff_actions a
          where a.subject_kind = 'order' and a.subject_id = i.order_id and a.staff_id = r.staff_id
            and a.action = 'order.refund' and a.facts -> 'returned' @> to_jsonb(r.id))
        or r.refund_id is not null and not exists (select from refunds f join payments p on p.id = f.payment_id
          where f.id = r.refund_id and f.kind = 'returned' and p.order_id = i.order_id)`,
  rule(16, 'An order carries the moments of the states it went through, and no others')`
      select 'order ' || order_number as what from orders
      where (status in ('paid', 'completed')) <> (paid_at is not null) and status <> 'cancelled'
        or (status = 'completed') <> (completed_at is not null)
        or (status = 'cancelled') <> (cancelled_at is not null)
        or (status = 'cancelled') <> (cancel_reason is not null)`,
  // Money that counted as received before it was corrected is expected again, whatever was ordered meanwhile.
  rule(4, 'No account has more unpaid orders at once than it may, with those that it pays later')`
      select 'account ' || a.id as what from accounts a
      where a.unpaid_at_most < (select count(*) from orders o
        where o.account_id = a.id and o.status = 'pending' and o.placed_by is null and o.hold_expires_at > ${({ now }) => now})
        + (select count(*) from orders o join payments p on p.order_id = o.id
          where o.account_id = a.id and p.by_family and p.status = 'expected' and not exists (
            select from desk_receipts r where r.payment_id = p.id and r.amount_pence < 0))`,
  rule(17, 'What costs nothing waits for a guest alone, and for half an hour at most')`
      select 'order ' || order_number as what from orders
      where status = 'pending' and total_pence = 0
        and (account_id is not null or hold_expires_at > placed_at + interval '30 minutes')`,
  rule(17, 'An unpaid order has an end to its hold, and no other order has one')`
      select 'order ' || order_number as what from orders
      where (status = 'pending') <> (hold_expires_at is not null)`,
  rule(
    17,
    'No hold outlives its end by more than ten minutes, unless its card page is still open or mismatched',
  )`
      select 'order ' || o.order_number as what from orders o
      where o.status = 'pending' and o.hold_expires_at < ${minutesBefore(graceMinutes)}
        and not exists (select from payments p where p.order_id = o.id
          and p.status in ('created', 'mismatched'))`,
  rule(20, 'A discount code counts exactly its live uses')`
      select 'discount code ' || d.id as what from discount_codes d
      left join (
        select discount_code_id, count(*) as live from discount_uses where released_at is null group by discount_code_id
      ) u on u.discount_code_id = d.id
      where d.uses <> coalesce(u.live, 0)`,
  rule(20, 'No discount code is used more often than it may be')`
      select 'discount code ' || id as what from discount_codes d
      where max_uses < (
        select count(*) from discount_uses u where u.discount_code_id = d.id and u.released_at is null)`,
  rule(20, 'Nobody uses a discount code more often than one person may')`
      select distinct 'discount code ' || d.id as what from discount_codes d
      join discount_uses u on u.discount_code_id = d.id and u.released_at is null
      where d.max_uses_per_account is not null
      group by d.id, u.account_id, u.guest_contact having count(*) > d.max_uses_per_account`,
  rule(20, 'A discount use is live exactly while its order is, and of the order’s amount')`
      select 'order ' || o.order_number as what from discount_uses u join orders o on o.id = u.order_id
      where (o.status = 'cancelled') <> (u.released_at is not null) or u.amount_pence <> o.discount_pence`,
  rule(20, 'What is taken off an order is a code’s, a rest too small for a card, or all of it by staff')`
      select 'order ' || order_number as what from orders o
      where discount_pence > 0 and (discount_pence >= ${minCardPaymentPence} or total_pence > 0)
        and (o.placed_by is null or total_pence > 0)
        and not exists (select from discount_uses u where u.order_id = o.id)`,
]
