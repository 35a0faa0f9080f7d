import { sql } from 'kysely'
import type { Invariant } from './invariant.ts'

/** Class credits and reward points. */
export const ledgerInvariants: Invariant[] = [
  {
    number: 5,
    rule: 'An account has the credits that its ledger adds up to',
    offenders: () => sql`
      select 'account ' || a.id as what from accounts a
      left join (select account_id, sum(delta) as credits from credit_entries group by account_id) e on e.account_id = a.id
      where a.credit_balance <> coalesce(e.credits, 0) or a.credit_balance < 0`,
  },
  {
    number: 5,
    rule: 'Every row of the credit ledger carries the balance so far, never below nothing',
    offenders: () => sql`
      select 'credit entry ' || id as what from (
        select id, balance_after, sum(delta) over (partition by account_id order by id) as balance from credit_entries
      ) e where balance_after <> balance or balance_after < 0`,
  },
  {
    number: 6,
    rule: 'An account has the points that its ledger adds up to',
    offenders: () => sql`
      select 'account ' || a.id as what from accounts a
      left join (select account_id, sum(delta) as points from point_entries group by account_id) e on e.account_id = a.id
      where a.points_balance <> coalesce(e.points, 0) or a.points_balance < 0`,
  },
  {
    number: 6,
    rule: 'Every row of the point ledger carries the balance so far, never below nothing',
    offenders: () => sql`
      select 'point entry ' || id as what from (
        select id, balance_after, sum(delta) over (partition by account_id order by id) as balance from point_entries
      ) e where balance_after <> balance or balance_after < 0`,
  },
  {
    number: 6,
    rule: 'A paid order earned one point for each whole pound, any other none that it kept',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) filter (where reason = 'purchase') as earned, sum(delta) as kept
        from point_entries group by order_id
      ) e on e.order_id = o.id
      where o.account_id is not null and case
        when o.status in ('paid', 'completed') then coalesce(e.earned, 0) <> o.paid_pence / 100
        else coalesce(e.kept, 0) <> 0
      end`,
  },
  {
    number: 8,
    rule: 'An order spent the credits that its ledger rows say, and none once it is cancelled',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join (
        select order_id, sum(delta) as moved from credit_entries where reason <> 'pack' group by order_id
      ) e on e.order_id = o.id
      where coalesce(e.moved, 0) <> case when o.status = 'cancelled' then 0 else -o.credits_used end`,
  },
  {
    number: 8,
    rule: 'The credits of an order are those of its places',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join (select order_id, sum(credits_used) as credits from bookings group by order_id) b on b.order_id = o.id
      where o.credits_used <> coalesce(b.credits, 0)`,
  },
  {
    number: 14,
    rule: 'A paid pack added its credits exactly once, an unpaid one none',
    offenders: () => sql`
      select 'order ' || o.order_number as what from orders o
      left join order_packs p on p.order_id = o.id
      left join (
        select order_id, sum(delta) as credits from credit_entries where reason = 'pack' group by order_id
      ) e on e.order_id = o.id
      where coalesce(e.credits, 0) <> case when o.status = 'paid' then coalesce(p.credits, 0) else 0 end`,
  },
]
