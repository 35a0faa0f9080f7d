import { type Invariant, minutesBefore, rule } from './invariant.ts'

const reconciledWithinMinutes = 10

/** Card payments, refunds and hooks. */
export const paymentInvariants: Invariant[] = [
  rule(9, 'A paid order with a price has exactly one succeeded payment, of its total in pounds')`
      select 'order ' || o.order_number as what from orders o
      left join payments p on p.order_id = o.id and p.status = 'succeeded'
      where o.status in ('paid', 'completed') and o.total_pence > 0
      group by o.id having count(p.id) <> 1 or sum(p.amount_pence) <> o.total_pence or min(p.currency) <> 'gbp'`,
  rule(9, 'An order of nothing has no payment')`
      select 'order ' || o.order_number as what from orders o join payments p on p.order_id = o.id
      where o.total_pence = 0`,
  rule(9, 'What an order counts as paid is what its succeeded payment brought')`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(amount_pence) as pence from payments where status = 'succeeded' group by order_id
      ) p on p.order_id = o.id
      where o.paid_pence <> coalesce(p.pence, 0)`,
  rule(9, 'An order’s way of paying fits what was paid: card, credits, free, or none yet')`
      select 'order ' || order_number as what from orders
      where payment_method is distinct from case
        when paid_pence > 0 then 'card'
        when status in ('paid', 'completed') and total_pence > 0 then 'card'
        when status in ('paid', 'completed') and credits_used > 0 then 'credits'
        when status in ('paid', 'completed') then 'free'
        when status = 'cancelled' then payment_method
      end`,
  rule(10, 'Money that bought nothing goes back in full')`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where (p.status = 'succeeded' and o.status not in ('paid', 'completed')
          or p.status <> 'succeeded' and p.payment_ref <> '')
        and p.amount_pence <> (select coalesce(sum(r.amount_pence), 0) from refunds r where r.payment_id = p.id)`,
  rule(10, 'A refund that is owed has a job that makes it')`
      select 'refund ' || r.id as what from refunds r
      where r.status = 'requested' and not exists (select from jobs j where j.kind = 'refund-payment'
        and j.done_at is null and j.payload ->> 'refundId' = r.id::text)`,
  rule(11, 'No payment is given back more than once over')`
      select 'payment ' || p.id as what from payments p
      where p.amount_pence < (select sum(r.amount_pence) from refunds r where r.payment_id = p.id)`,
  rule(11, 'A refund is settled by one refund of the provider’s, and each of those by one of ours')`
      select 'refund ' || r.id as what from refunds r
      where (r.status = 'succeeded') <> (r.provider_ref is not null and r.settled_at is not null)
        or exists (select from refunds other where other.provider_ref = r.provider_ref and other.id <> r.id)`,
  rule(11, 'What an order counts as refunded is what went back of its payment')`
      select 'order ' || o.order_number as what from orders o
      where o.refunded_pence <> (
        select coalesce(sum(r.amount_pence), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and p.status = 'succeeded' and r.status = 'succeeded')`,
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
