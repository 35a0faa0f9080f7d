-- Writes the row of a new order. A free order is paid at once, and its customer told (decision E-04); any
-- other is held until hold_expires_at. A guest's free order is held for half an hour at most, until they open
-- the link in a mail (record 025). An order of places keeps the cancellation policy of that day.

create or replace function write_order(given orders, out order_id bigint, out order_status text) language plpgsql as $$
declare
  is_paid boolean := given.total_pence = 0 and given.account_id is not null;
  is_unconfirmed boolean := given.total_pence = 0 and given.account_id is null;
begin
  given.id := nextval('orders_id_seq');
  given.status := case when is_paid then 'paid' else 'pending' end;
  given.payment_method := case when is_paid then case when given.credits_used > 0 then 'credits' else 'free' end end;
  given.paid_pence := 0;
  given.refunded_pence := 0;
  given.earns_points := false;
  given.points_short := 0;
  given.policy := case when given.kind not in ('product', 'pack') then (select cancel_policy from business) end;
  given.paid_at := case when is_paid then given.placed_at end;
  given.hold_expires_at := case
    when is_unconfirmed then least(given.hold_expires_at, given.placed_at + interval '30 minutes')
    when not is_paid then given.hold_expires_at end;
  insert into orders overriding system value select given.*;
  order_id := given.id;
  order_status := given.status;
  if is_paid then
    perform enqueue_job('order-confirmed', jsonb_build_object('orderId', order_id), given.placed_at,
      'order-confirmed-' || order_id);
  end if;
  if is_unconfirmed then
    perform enqueue_job('ask-to-confirm', jsonb_build_object('orderId', order_id), given.placed_at,
      'ask-to-confirm-' || order_id);
  end if;
end $$;
