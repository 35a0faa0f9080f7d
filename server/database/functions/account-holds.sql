-- Returns why an account may not place one more unpaid order (decision E-34): it has the maximum, or it
-- abandoned so many in a day that it must wait for an hour. An abandoned order counts for the time it was
-- held, at most 25 minutes. The wait begins with the order whose time makes the sum reach 25 minutes for each
-- unpaid order allowed. An order abandoned later counts towards the next wait and does not prolong this one.
-- Orders that staff placed do not count. Those that the family pays later count until all their money came. The facts are read in one query: for unpaid orders alone,
-- PostgreSQL may read everybody's (migrations 0038 and 0119).
create or replace function account_holds(account bigint, at timestamptz)
returns table (is_full boolean, rests_until timestamptz) language sql stable as $$
  select unpaid_at_most <= unpaid + paid_later, rested
  from accounts cross join lateral (
    select count(*) filter (where status = 'pending' and hold_expires_at > at) as unpaid,
      max(cancelled_at) filter (where floor(kept / line) > floor(coalesce(kept_before, 0) / line)
        and cancelled_at > at - interval '1 hour') + interval '1 hour' as rested
    from (
      select orders.status, hold_expires_at, cancelled_at,
        sum(seconds) over (by_end range between interval '1 day' preceding and current row) as kept,
        sum(seconds) over (by_end range between interval '1 day' preceding and current row exclude group)
          as kept_before, nullif(unpaid_at_most, 0) * 25 * 60 as line
      from orders cross join lateral (select case when orders.status = 'cancelled' and cancel_reason <> 'staff'
        and paid_pence = 0 then extract(epoch from least(cancelled_at - placed_at, interval '25 minutes')) else 0 end)
        own (seconds)
      where account_id = account and orders.status in ('pending', 'cancelled') and placed_by is null
        and (cancelled_at is null or cancelled_at > at - interval '25 hours')
      window by_end as (order by cancelled_at)
    ) own_orders) counted
  cross join lateral (
    select count(*) as paid_later from orders join payments on payments.order_id = orders.id and payments.status = 'expected'
    where account_id = account and orders.payment_method = 'desk' and placed_by is null) expected
  where accounts.id = account
$$;
