-- What keeps an account from one more unpaid order (decision E-34): it has as many as it may, or what it let go in a day
-- was kept for so long, twenty-five minutes for each that it may have, that it rests for an hour: two that ran out are
-- not enough, three are. What is given back at once adds next to nothing, and over and over it adds up.
-- Both are read at once: asked for unpaid orders alone, PostgreSQL may read those of everybody (migration 0038).
create or replace function account_holds(account bigint, at timestamptz)
returns table (is_full boolean, rests_until timestamptz) language sql stable as $$
  select unpaid_at_most <= unpaid,
    case when kept >= unpaid_at_most * interval '25 minutes' and rested > at then rested end
  from accounts cross join lateral (
    select count(*) filter (where orders.status = 'pending' and hold_expires_at > at) as unpaid,
      sum(cancelled_at - placed_at) filter (where was_let_go) as kept,
      max(cancelled_at) filter (where was_let_go) + interval '1 hour' as rested
    from orders cross join lateral (select orders.status = 'cancelled' and cancel_reason <> 'staff' and paid_pence = 0
      and cancelled_at > at - interval '1 day') own (was_let_go)
    where account_id = account and orders.status in ('pending', 'cancelled')) own_orders
  where accounts.id = account
$$;
