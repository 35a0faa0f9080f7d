import { sql } from 'kysely'
import { type Invariant, minutesBefore, rule } from './invariant.ts'

const reconciledWithinMinutes = 10

/** Finds the log's row about an unpaid order `o` that was paid at the desk with `p`. */
const recordedLater = sql`select from staff_actions d where d.action = 'order.desk' and d.subject_kind = 'order'
  and d.subject_id = o.id and d.facts ->> 'paid' = p.method and d.facts ->> 'pence' = o.total_pence::text`

/** Card payments, refunds and hooks. */
export const paymentInvariants: Invariant[] = [
  rule(
    9,
    'A paid order with a price has exactly one succeeded or expected payment, of its total less what was not received for cancelled places, in pounds',
  )`
      select 'order ' || o.order_number as what from orders o
      left join payments p on p.order_id = o.id and p.status in ('succeeded', 'expected')
      cross join lateral (select coalesce(sum(c.not_received_pence), 0) as pence from booking_cancellations c
        where c.order_id = o.id) gone
      where o.status in ('paid', 'completed') and o.total_pence > gone.pence
      group by o.id, gone.pence
      having count(p.id) <> 1 or sum(p.amount_pence) <> o.total_pence - gone.pence or min(p.currency) <> 'gbp'`,
  rule(
    9,
    'Receipts of expected money add up to less than it; once all of it came the payment has succeeded, and what was taken back has none',
  )`
      select 'payment ' || p.id as what from payments p
      left join (select payment_id, sum(amount_pence) as pence from desk_receipts group by payment_id) r
        on r.payment_id = p.id
      where p.status = 'expected' and coalesce(r.pence, 0) not between 0 and p.amount_pence - 1
        or p.status = 'succeeded' and r.pence <> p.amount_pence
        or p.status not in ('expected', 'succeeded') and r.pence <> 0
        or p.provider <> 'desk' and r.payment_id is not null`,
  rule(9, 'A card payment that was received for expected money is one receipt of its order, of its sum')`
      select 'payment ' || p.id as what from payments p
      left join desk_receipts r on r.card_payment_id = p.id left join payments e on e.id = r.payment_id
      where (p.status = 'received') <> (r.id is not null)
        or r.amount_pence <> p.amount_pence or e.order_id <> p.order_id`,
  rule(
    9,
    'A receipt of a refund in the provider’s dashboard is of the order of that refund, and takes back no more than it',
  )`
      select 'refund ' || f.id as what from desk_receipts r join payments p on p.id = r.payment_id
      join refunds f on f.id = r.refund_id join payments card on card.id = f.payment_id
      group by f.id, card.id having min(p.order_id) <> card.order_id or card.status <> 'received'
        or -sum(r.amount_pence) not between 0 and case f.status when 'succeeded' then f.amount_pence else 0 end`,
  rule(9, 'A free order has no payment')`
      select 'order ' || o.order_number as what from orders o join payments p on p.order_id = o.id
      where o.total_pence = 0`,
  rule(
    9,
    'What an order counts as paid is what its succeeded payment brought, or what was received of an expected one',
  )`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(case status when 'succeeded' then amount_pence
          else (select coalesce(sum(r.amount_pence), 0) from desk_receipts r where r.payment_id = payments.id) end) as pence
        from payments where status in ('succeeded', 'expected') group by order_id
      ) p on p.order_id = o.id
      where o.paid_pence <> coalesce(p.pence, 0)`,
  rule(9, 'An order’s way of paying fits what was paid: card, desk, credits, free, or none yet')`
      select 'order ' || order_number as what from orders
      where payment_method is distinct from case
        when exists (select from payments p where p.order_id = orders.id and p.provider = 'desk') then 'desk'
        when paid_pence > 0 then 'card'
        when status in ('paid', 'completed') and total_pence > 0 then 'card'
        when status in ('paid', 'completed') and credits_used > 0 then 'credits'
        when status in ('paid', 'completed') then 'free'
        when status = 'cancelled' then payment_method
      end`,
  rule(10, 'Money that bought nothing goes back in full, but for what was settled otherwise')`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where (p.status = 'succeeded' and o.status not in ('paid', 'completed')
          or p.status not in ('succeeded', 'received') and p.payment_ref <> '')
        and p.amount_pence > (select coalesce(sum(r.amount_pence), 0) from refunds r
            where r.payment_id = p.id and r.status <> 'superseded')
          + case p.status when 'succeeded' then (select coalesce(sum(c.as_credits_pence + c.kept_pence), 0)
            from booking_cancellations c where c.order_id = o.id)
            + (select coalesce(sum(g.as_credits_pence), 0) from goodwill_places g where g.order_id = o.id) else 0 end`,
  rule(10, 'A payment that was refused had differed, and no order waits for it')`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where p.status = 'refused' and (p.differs is null or o.status = 'pending' or not exists (
        select from refunds r where r.payment_id = p.id and r.kind = 'mismatch'))`,
  rule(10, 'A refund that is owed has a job that makes it')`
      select 'refund ' || r.id as what from refunds r
      where r.status in ('requested', 'waiting') and not exists (select from jobs j where j.kind = 'refund-payment'
        and j.done_at is null and j.payload ->> 'refundId' = r.id::text)`,
  rule(11, 'No payment is given back more than once over')`
      select 'payment ' || p.id as what from payments p
      where case p.status when 'expected' then (select coalesce(sum(d.amount_pence), 0) from desk_receipts d
          where d.payment_id = p.id) else p.amount_pence end < (select sum(r.amount_pence) from refunds r
        where r.payment_id = p.id and r.status not in ('failed', 'superseded'))`,
  rule(
    11,
    'A refund is settled by one refund of the provider’s or by hand, and each of those by one of ours',
  )`
      select 'refund ' || r.id as what from refunds r
      where r.status = 'succeeded' and (r.settled_at is null or r.method = 'card' and r.provider_ref is null
          or r.method <> 'card' and r.reference = '')
        or r.status <> 'succeeded' and r.settled_at is not null and r.status <> 'superseded'
        or exists (select from refunds other where other.provider_ref = r.provider_ref and other.id <> r.id)`,
  rule(
    29,
    'A place that was cancelled out of a paid order says where its money and credits went, and no other does',
  )`
      select 'booking ' || b.id as what from bookings b join orders o on o.id = b.order_id
      left join booking_cancellations c on c.booking_id = b.id
      where (b.status = 'cancelled' and o.status in ('paid', 'completed')) and c.booking_id is null
        or c.booking_id is not null and (b.status <> 'cancelled' or o.paid_at is null or c.order_id <> o.id
          or b.payable_pence <> c.refunded_pence + c.as_credits_pence + c.kept_pence + c.back_before_pence
            + c.not_received_pence
          or b.credits_used < c.credits_returned)`,
  rule(
    30,
    'A paid booking order has a live place; one that ended after it was paid has settled them all, and expects no money',
  )`
      select 'order ' || o.order_number as what from orders o
      where o.status not in ('paid', 'completed')
          and exists (select from payments p where p.order_id = o.id and p.status = 'expected')
        or o.kind not in ('pack', 'product') and case o.status
        when 'paid' then 'cancelled' = all (select b.status from bookings b where b.order_id = o.id)
          and exists (select from bookings b where b.order_id = o.id)
        when 'cancelled' then o.paid_at is not null and exists (select from bookings b where b.order_id = o.id
          and not exists (select from booking_cancellations c where c.booking_id = b.id))
        else false end`,
  // The reason is erased when the account closes.
  rule(34, 'A refund that staff asked for stands in the log')`
      select 'refund ' || r.id as what from refunds r join payments p on p.id = r.payment_id
      where r.staff_id is not null and not exists (select from staff_actions a
        where a.subject_kind = 'order' and a.subject_id = p.order_id and a.staff_id = r.staff_id
          and a.facts ->> 'refund' = r.id::text and r.reason in (a.reason, '')
          and (a.action = 'order.refund' and a.facts ->> 'pence' = r.amount_pence::text
            or a.action = 'mismatch.decide' and a.facts ->> 'pence' = r.amount_pence::text
            or a.action in ('booking.cancel', 'order.takeBack') and a.facts ->> 'refundedPence' = r.amount_pence::text))
        and not exists (select from booking_cancellations x join bookings b on b.id = x.booking_id
          join cancelled_dates c on c.session_id = b.session_id
          join staff_actions a on a.action = 'session.cancel' and a.facts ->> 'cancellation' = c.cancellation_id::text
          where x.refund_id = r.id and x.cancelled_by = 'date' and a.staff_id = r.staff_id)
        and not exists (select from goodwill_places g
          join staff_actions a on a.action = 'session.goodwill' and a.facts ->> 'cancellation' = g.cancellation_id::text
          where g.refund_id = r.id and a.staff_id = r.staff_id and r.reason in (a.reason, '')
          group by g.refund_id, r.amount_pence having sum(g.refunded_pence) = r.amount_pence)`,
  rule(
    34,
    'A refund that was asked for and accepted is one of its order, and the question stands in the log',
  )`
      select 'asked refund ' || a.id as what from asked_refunds a
      where a.refund_id is not null and not exists (select from refunds r join payments p on p.id = r.payment_id
          where r.id = a.refund_id and p.order_id = a.order_id)
        or not exists (select from staff_actions s where s.action = 'order.askRefund' and s.subject_id = a.order_id
          and s.staff_id = a.asked_by and s.facts ->> 'asked' = a.id::text)`,
  rule(11, 'A lost dispute has taken what its refund says, and no other refund is one of a dispute')`
      select 'refund ' || r.id as what from refunds r left join disputes d on d.refund_id = r.id
      where r.kind = 'dispute' and (d.id is null or d.status <> 'lost' or d.payment_id <> r.payment_id
          or d.amount_pence < r.amount_pence)
        or r.kind <> 'dispute' and d.id is not null`,
  rule(11, 'Nothing goes back of a payment while it is disputed')`
      select 'refund ' || r.id as what from refunds r join disputes d on d.payment_id = r.payment_id
      where r.method = 'card' and r.status = 'succeeded' and r.kind not in ('dispute', 'atStripe')
        and r.requested_at > d.opened_at and r.settled_at < coalesce(d.closed_at, 'infinity')`,
  rule(11, 'What an order counts as refunded is what went back of its payment')`
      select 'order ' || o.order_number as what from orders o
      where o.refunded_pence <> (
        select coalesce(sum(r.amount_pence), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and p.status in ('succeeded', 'expected') and r.status = 'succeeded')`,
  rule(
    49,
    'Money that was paid at the desk was recorded by staff with the order or later, or chosen by the family to come later, and goes back by hand',
  )`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where p.provider = 'desk' and (o.placed_by is null and not p.by_family and not exists (${recordedLater}) or exists (select from refunds r
        where r.payment_id = p.id and (r.method = 'card' or r.method = 'hand' and r.status = 'succeeded')))`,
  rule(49, 'Money that a family pays later is of its own order, and all that counts of it came by receipts')`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where p.by_family and (o.placed_by is not null or o.account_id is null or p.status = 'succeeded'
        and p.amount_pence <> (select coalesce(sum(r.amount_pence), 0) from desk_receipts r where r.payment_id = p.id))`,
  rule(49, 'Each receipt of expected money that staff recorded stands in the log, with its sum')`
      select 'receipt ' || r.id as what from desk_receipts r join payments p on p.id = r.payment_id
      where r.staff_id is not null and not exists (select from staff_actions a
        where a.action = 'order.receive' and a.subject_kind = 'order' and a.subject_id = p.order_id
          and a.staff_id = r.staff_id and a.facts ->> 'receipt' = r.id::text
          and a.facts ->> 'pence' = r.amount_pence::text)`,
  rule(49, 'What staff booked for a family stands in the log, with the money that was paid for it')`
      select 'order ' || o.order_number as what from orders o
      left join payments p on p.order_id = o.id and p.provider = 'desk'
      where o.placed_by is not null and not exists (select from staff_actions a
        where a.action in ('booking.place', 'order.sell') and a.subject_kind = 'order' and a.subject_id = o.id and a.staff_id = o.placed_by
          and a.facts ->> 'pence' = o.total_pence::text and (p.id is null or a.facts ->> 'paid' = p.method or a.facts ->> 'paid' = 'link' and exists (${recordedLater})))`,
  rule(12, 'An order has at most one open card page')`
      select 'order id ' || order_id as what from payments where status = 'created'
      group by order_id having count(*) > 1`,
  rule(12, 'No card page is open ten minutes after its order ended')`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where p.status = 'created' and o.status <> 'pending'
        and coalesce(o.cancelled_at, o.paid_at) < ${minutesBefore(reconciledWithinMinutes)}`,
  rule(12, 'No card page is open ten minutes after it ran out')`
      select 'payment ' || id as what from payments
      where status = 'created' and expires_at < ${minutesBefore(reconciledWithinMinutes)}`,
  rule(16, 'A hook of the provider is stored once')`
      select 'event ' || event_id as what from payment_events group by provider, event_id having count(*) > 1`,
  rule(16, 'No hook of the provider waits longer than ten minutes')`
      select 'event ' || event_id as what from payment_events
      where processed_at is null and received_at < ${minutesBefore(reconciledWithinMinutes)}`,
]
