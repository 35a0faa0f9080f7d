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
  rule(6, 'A paid order that earns points earned one for each whole pound, any other none that it kept')`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) filter (where reason = 'purchase') as earned, sum(delta) as kept
        from point_entries group by order_id
      ) e on e.order_id = o.id
      where o.account_id is not null and case
        when o.status in ('paid', 'completed') then coalesce(e.earned, 0) <> case when o.earns_points then o.paid_pence / 100 else 0 end
        else coalesce(e.kept, 0) <> 0
      end`,
  rule(8, 'An order spent the credits that its ledger rows say, and none once it is cancelled')`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) as moved from credit_entries where reason <> 'pack' group by order_id
      ) e on e.order_id = o.id
      where coalesce(e.moved, 0) <> case when o.status = 'cancelled' then 0 else -o.credits_used end`,
  rule(8, 'The credits of an order are those of its places')`
      select 'order ' || o.order_number as what from orders o
      left join (select order_id, sum(credits_used) as credits from bookings group by order_id) b on b.order_id = o.id
      where o.credits_used <> coalesce(b.credits, 0)`,
  rule(14, 'A paid pack added its credits exactly once, an unpaid one none')`
      select 'order ' || o.order_number as what from orders o
      left join order_packs p on p.order_id = o.id
      left join (
        select order_id, sum(delta) as credits from credit_entries where reason = 'pack' group by order_id
      ) e on e.order_id = o.id
      where coalesce(e.credits, 0) <> case when o.status = 'paid' then coalesce(p.credits, 0) else 0 end`,
]
