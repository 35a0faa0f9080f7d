-- Returns the buyer's order of the same request, if it was placed within 60 seconds and still holds unpaid
-- places (decision E-38). A guest's request contains who they are. The condition is that of the index
-- `orders_repeats`.
create or replace function repeated_order(buyer bigint, asked_hash bytea, asked_at timestamptz)
returns table (order_number text, total_pence integer) language sql stable as $$
  select o.order_number, o.total_pence from orders o
  where o.account_id is not distinct from buyer and o.request_hash = asked_hash
    and o.hold_expires_at is not null and o.placed_at > asked_at - interval '60 seconds'
  limit 1
$$;
