import { type Invariant, rule } from './invariant.ts'

/** Class credits and reward points. */
export const ledgerInvariants: Invariant[] = [
  rule(5, 'An account has the credits that its ledger adds up to')`
      select 'account ' || a.id as what from accounts a
      left join (select account_id, sum(delta) as credits from credit_entries group by account_id) e on e.account_id = a.id
      where a.credit_balance <> coalesce(e.credits, 0) or a.credit_balance < 0`,
  rule(5, 'Every row of the credit ledger carries the balance so far, never below nothing')`
      select 'credit entry ' || id as what from (
        select id, balance_after, sum(delta) over (partition by account_id order by id) as balance from credit_entries
      ) e where balance_after <> balance or balance_after < 0`,
  rule(6, 'An account has the points that its ledger adds up to')`
      select 'account ' || a.id as what from accounts a
      left join (select account_id, sum(delta) as points from point_entries group by account_id) e on e.account_id = a.id
      where a.points_balance <> coalesce(e.points, 0) or a.points_balance < 0`,
  rule(6, 'Every row of the point ledger carries the balance so far, never below nothing')`
      select 'point entry ' || id as what from (
        select id, balance_after, sum(delta) over (partition by account_id order by id) as balance from point_entries
      ) e where balance_after <> balance or balance_after < 0`,
  rule(6, 'An order that earns points has one for each whole pound that stays paid, any other none')`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) filter (where reason = 'purchase') as earned, sum(delta) as kept
        from point_entries where reason in ('purchase', 'reversal', 'receipt') group by order_id
      ) e on e.order_id = o.id
      left join (
        select p.order_id, sum(r.amount_pence) as back from payments p join refunds r on r.payment_id = p.id
        where p.status in ('succeeded', 'expected') and r.status not in ('failed', 'superseded') group by p.order_id
      ) b on b.order_id = o.id
      where o.account_id is not null and (
        coalesce(e.earned, 0) <> case when o.earns_points and not exists (select from payments p
            where p.order_id = o.id and (p.status = 'expected'
              or exists (select from desk_receipts d where d.payment_id = p.id))) then o.paid_pence / 100 else 0 end
        or coalesce(e.kept, 0) - o.points_short
          <> case when o.earns_points then (o.paid_pence - coalesce(b.back, 0)) / 100 else 0 end)`,
  rule(8, 'An order spent the credits that its ledger rows say, and none once it ended unpaid')`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) as moved from credit_entries
        where reason not in ('pack', 'exchanged', 'goodwill', 'packReturned', 'orderGoodwill', 'packUnpaid') group by order_id
      ) e on e.order_id = o.id
      left join (
        select order_id, sum(credits_returned) as returned from booking_cancellations group by order_id
      ) c on c.order_id = o.id
      where coalesce(e.moved, 0) <> case when o.status = 'cancelled' and c.order_id is null then 0
        else -o.credits_used + coalesce(c.returned, 0) end`,
  rule(32, 'Each cancelled place gave back and in exchange the credits that its settlement says')`
      select 'booking ' || c.booking_id as what from booking_cancellations c
      join orders o on o.id = c.order_id and o.account_id is not null
      left join credit_entries back on back.booking_id = c.booking_id and back.reason = 'returned'
      left join credit_entries given on given.booking_id = c.booking_id and given.reason = 'exchanged'
      where c.credits_returned <> coalesce(back.delta, 0) or c.credits_granted <> coalesce(given.delta, 0)
      union all
      select 'credit entry ' || e.id from credit_entries e
      where e.booking_id is not null and e.reason <> 'goodwill' and not exists (
        select from booking_cancellations c where c.booking_id = e.booking_id)`,
  rule(32, 'A place that stands got the credits that its goodwill says, and no more than was paid for it')`
      select 'booking ' || b.id as what from bookings b
      left join (select booking_id, sum(delta) as credits from credit_entries where reason = 'goodwill'
        group by booking_id) e on e.booking_id = b.id
      left join (select booking_id, sum(credits_returned) as returned, sum(credits_granted) as granted,
        sum(as_credits_pence) as pence from goodwill_places group by booking_id) g on g.booking_id = b.id
      where (e.booking_id is not null or g.booking_id is not null) and (b.account_id is not null
          and coalesce(e.credits, 0) <> coalesce(g.returned, 0) + coalesce(g.granted, 0)
        or g.returned > b.credits_used or g.pence > b.payable_pence)`,
  rule(32, 'Each refund for credits of a pack took as many from the family that bought it, and no other did')`
      select 'refund ' || r.id as what from refunds r join payments p on p.id = r.payment_id
      join orders o on o.id = p.order_id
      left join credit_entries e on e.refund_id = r.id and e.order_id = o.id and e.account_id = o.account_id
      where r.credits_taken <> -coalesce(e.delta, 0)
      union all
      select 'credit entry ' || e.id from credit_entries e left join refunds r on r.id = e.refund_id
      where e.reason = 'packReturned' and coalesce(r.credits_taken, 0) <> -e.delta`,
  rule(32, 'No pack gave back more credits than it had, nor more money than they cost')`
      select 'order ' || o.order_number as what from orders o
      join payments p on p.order_id = o.id join refunds r on r.payment_id = p.id and r.credits_taken > 0
      left join order_packs k on k.order_id = o.id
      group by o.id, k.credits
      having k.credits is null or sum(r.credits_taken) > k.credits
        or sum(r.amount_pence) > o.total_pence * sum(r.credits_taken) / k.credits`,
  rule(32, 'Credits given as goodwill stand in the log, with a reason')`
      select 'credit entry ' || e.id as what from credit_entries e
      where e.reason = 'orderGoodwill' and not exists (select from staff_actions a
        where a.subject_kind = 'order' and a.subject_id = e.order_id and a.staff_id = e.staff_id
          and a.action = 'order.refund' and a.reason <> '' and a.facts ->> 'entry' = e.id::text
          and a.facts ->> 'credits' = e.delta::text)`,
  rule(8, 'The credits of an order are those of its places')`
      select 'order ' || o.order_number as what from orders o
      left join (select order_id, sum(credits_used) as credits from bookings group by order_id) b on b.order_id = o.id
      where o.credits_used <> coalesce(b.credits, 0)`,
  rule(14, 'A paid pack added its credits exactly once, an unpaid one none')`
      select 'order ' || o.order_number as what from orders o
      left join order_packs p on p.order_id = o.id
      left join (
        select order_id, sum(delta) as credits from credit_entries where reason in ('pack', 'packUnpaid') group by order_id
      ) e on e.order_id = o.id
      where coalesce(e.credits, 0) <> case when o.status = 'paid' then coalesce(p.credits, 0) else 0 end`,
  rule(
    48,
    'A closed period of VAT has the lines and sums that it was closed with, and takings say the same of its days',
  )`
      select 'period ' || p.from_day as what from vat_periods p
      where row(p.lines, p.gross_pence, p.vat_pence) is distinct from (select row(count(*)::integer, coalesce(sum(l.gross_pence), 0)::bigint,
          coalesce(sum(l.vat_pence), 0)::bigint) from vat_lines l where l.period_id = p.id and l.tax_point between p.from_day and p.to_day)
        or p.gross_pence <> (select coalesce(sum(t.received_pence - t.back_pence), 0) from takings t
          where t.at >= p.from_day::timestamp at time zone 'Europe/London'
            and t.at < (p.to_day + 1)::timestamp at time zone 'Europe/London')`,
]
