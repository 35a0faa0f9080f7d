-- The buyer's order of the very same request, placed within 60 seconds and still unpaid, as one with a hold is (decision
-- E-38). A guest's request says who they are. Asked by the condition of `orders_repeats`, which no other index has.
create or replace function repeated_order(buyer bigint, asked_hash bytea, asked_at timestamptz)
returns table (order_number text, total_pence integer) language sql stable as $$
  select o.order_number, o.total_pence from orders o
  where o.account_id is not distinct from buyer and o.request_hash = asked_hash
    and o.hold_expires_at is not null and o.placed_at > asked_at - interval '60 seconds'
  limit 1
$$;
