-- What keeps an account from one more unpaid order (decision E-34): it has as many as it may, or what it let go in a day
-- was kept for so long, twenty-five minutes for each that it may have, that it rests for an hour: two that ran out are
-- not enough, three are. What is given back at once adds next to nothing, and over and over it adds up.
create or replace function account_holds(account bigint, at timestamptz)
returns table (is_full boolean, rests_until timestamptz) language sql stable as $$
  select
    unpaid_at_most <= (select count(*) from orders
      where account_id = account and status = 'pending' and hold_expires_at > at),
    (select max(cancelled_at) + interval '1 hour' from orders
      where account_id = account and status = 'cancelled' and cancel_reason <> 'staff' and paid_pence = 0
        and cancelled_at > at - interval '1 day'
      having sum(cancelled_at - placed_at) >= unpaid_at_most * interval '25 minutes' and max(cancelled_at) + interval '1 hour' > at)
  from accounts where id = account
$$;
