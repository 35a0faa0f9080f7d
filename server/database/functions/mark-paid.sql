-- Marks a locked order as paid and confirms its places. Grants a pack's credits and, where the business gives
-- points, those for the amount paid (decisions E-03, E-27). Writes the job that tells the customer.
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
  -- The customer of a cancelled order that was paid after all heard of the cancellation already, so this
  -- needs its own message.
  perform enqueue_job('order-confirmed', jsonb_build_object('orderId', paid_order), at, 'order-confirmed-' || paid_order);
end $$;
