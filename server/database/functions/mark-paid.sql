-- Makes a locked order a paid one and its places confirmed ones, grants the pack's credits and the points for what was
-- paid by card (decisions E-03, E-27), and has its customer told.
create or replace function mark_paid(paid_order bigint, pence integer, method text, points integer, at timestamptz)
returns void language plpgsql as $$
declare
  buyer bigint;
  number text;
  pack record;
begin
  update orders set status = 'paid', paid_pence = pence, payment_method = method, paid_at = at, hold_expires_at = null,
    cancelled_at = null, cancel_reason = null
  where id = paid_order returning account_id, order_number into strict buyer, number;
  update bookings set status = 'confirmed' where order_id = paid_order and status = 'held';
  if buyer is not null then
    for pack in select credits, name from order_packs where order_id = paid_order loop
      perform move_credits(buyer, pack.credits, 'pack', paid_order, pack.name, at);
    end loop;
    if points > 0 then perform move_points(buyer, points, 'purchase', paid_order, 'Order ' || number, at); end if;
  end if;
  -- A cancelled order that was paid after all has been told of its cancelling; this is news of its own.
  perform enqueue_job('order-confirmed', jsonb_build_object('orderId', paid_order), at, 'order-confirmed-' || paid_order);
end $$;
