-- Makes a locked order a paid one and its places confirmed ones, grants the pack's credits and, where the business gives
-- points, those for what was paid by card (decisions E-03, E-27), and has its customer told.
create or replace function mark_paid(paid_order bigint, pence integer, method text, points integer, at timestamptz)
returns void language plpgsql as $$
declare
  buyer bigint;
  number text;
  earns boolean;
  pack record;
begin
  update orders set status = 'paid', paid_pence = pence, payment_method = method, paid_at = at, hold_expires_at = null,
    cancelled_at = null, cancel_reason = null,
    earns_points = account_id is not null and (select gives_points from business)
  where id = paid_order returning account_id, order_number, earns_points into strict buyer, number, earns;
  update bookings set status = 'confirmed' where order_id = paid_order and status = 'held';
  if buyer is not null then
    for pack in select credits, name from order_packs where order_id = paid_order loop
      perform move_credits(buyer, pack.credits, 'pack', paid_order, pack.name, at);
    end loop;
    if earns and points > 0 then perform move_points(buyer, points, 'purchase', paid_order, 'Order ' || number, at); end if;
  end if;
  -- A cancelled order that was paid after all has been told of its cancelling; this is news of its own.
  perform enqueue_job('order-confirmed', jsonb_build_object('orderId', paid_order), at, 'order-confirmed-' || paid_order);
end $$;
