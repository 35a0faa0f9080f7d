import { sql } from 'kysely'
import { type Invariant, minutesBefore } from './invariant.ts'

const reconciledWithinMinutes = 10

/** Card payments, refunds and hooks. */
export const paymentInvariants: Invariant[] = [
  {
    number: 9,
    rule: 'A paid order with a price has exactly one succeeded payment, of its total in pounds',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join payments p on p.order_id = o.id and p.status = 'succeeded'
      where o.status in ('paid', 'completed') and o.total_pence > 0
      group by o.id having count(p.id) <> 1 or sum(p.amount_pence) <> o.total_pence or min(p.currency) <> 'gbp'`,
  },
  {
    number: 9,
    rule: 'An order of nothing has no payment',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o join payments p on p.order_id = o.id
      where o.total_pence = 0`,
  },
  {
    number: 9,
    rule: 'What an order counts as paid is what its succeeded payment brought',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(amount_pence) as pence from payments where status = 'succeeded' group by order_id
      ) p on p.order_id = o.id
      where o.paid_pence <> coalesce(p.pence, 0)`,
  },
  {
    number: 9,
    rule: 'An order’s way of paying fits what was paid: card, credits, free, or none yet',
    offenders: () => sql`
      select 'order ' || order_number as what from orders
      where payment_method is distinct from case
        when paid_pence > 0 then 'card'
        when status in ('paid', 'completed') and total_pence > 0 then 'card'
        when status in ('paid', 'completed') and credits_used > 0 then 'credits'
        when status in ('paid', 'completed') then 'free'
        when status = 'cancelled' then payment_method
      end`,
  },
  {
    number: 10,
    rule: 'Money that bought nothing goes back in full',
    offenders: () => sql`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where (p.status = 'succeeded' and o.status not in ('paid', 'completed')
          or p.status <> 'succeeded' and p.payment_ref <> '')
        and p.amount_pence <> (select coalesce(sum(r.amount_pence), 0) from refunds r where r.payment_id = p.id)`,
  },
  {
    number: 11,
    rule: 'No payment is given back more than once over',
    offenders: () => sql`
      select 'payment ' || p.id as what from payments p
      where p.amount_pence < (select sum(r.amount_pence) from refunds r where r.payment_id = p.id)`,
  },
  {
    number: 11,
    rule: 'A refund is settled by one refund of the provider’s, and each of those by one of ours',
    offenders: () => sql`
      select 'refund ' || r.id as what from refunds r
      where (r.status = 'succeeded') <> (r.provider_ref is not null and r.settled_at is not null)
        or exists (select from refunds other where other.provider_ref = r.provider_ref and other.id <> r.id)`,
  },
  {
    number: 11,
    rule: 'What an order counts as refunded is what went back of its payment',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      where o.refunded_pence <> (
        select coalesce(sum(r.amount_pence), 0) from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and p.status = 'succeeded' and r.status = 'succeeded')`,
  },
  {
    number: 12,
    rule: 'An order has at most one open card page',
    offenders: () => sql`
      select 'order id ' || order_id as what from payments where status = 'created'
      group by order_id having count(*) > 1`,
  },
  {
    number: 12,
    rule: 'No card page is open ten minutes after its order ended',
    offenders: ({ now }) => sql`
      select 'payment ' || p.id as what from payments p join orders o on o.id = p.order_id
      where p.status = 'created' and o.status <> 'pending'
        and coalesce(o.cancelled_at, o.paid_at) < ${minutesBefore(now, reconciledWithinMinutes)}`,
  },
  {
    number: 12,
    rule: 'No card page is open ten minutes after it ran out',
    offenders: ({ now }) => sql`
      select 'payment ' || id as what from payments
      where status = 'created' and expires_at < ${minutesBefore(now, reconciledWithinMinutes)}`,
  },
  {
    number: 16,
    rule: 'A hook of the provider is stored once',
    offenders: () => sql`
      select 'event ' || event_id as what from payment_events group by provider, event_id having count(*) > 1`,
  },
  {
    number: 16,
    rule: 'No hook of the provider waits longer than ten minutes',
    offenders: ({ now }) => sql`
      select 'event ' || event_id as what from payment_events
      where processed_at is null and received_at < ${minutesBefore(now, reconciledWithinMinutes)}`,
  },
]
