-- Refunds money of a captured payment: to the card by a job that asks the provider (decision E-06), or by
-- hand, which is complete when written. Money that was paid at the desk has no card: if the caller does not
-- say how it was given back, it waits for a person (method 'hand'). The order is locked. Reward points follow
-- the money.
drop function if exists owe_refund(bigint, text, timestamptz);
drop function if exists owe_refund(bigint, text, timestamptz, text, integer, text, text, bigint, bigint);
create or replace function owe_refund(payment bigint, reason text, at timestamptz, kind text default 'late',
  pence integer default null, method text default 'card', reference text default '', staff bigint default null,
  booking bigint default null, credits integer default 0)
returns bigint language plpgsql as $$
declare
  owed bigint;
  of_order bigint;
  way text := method;
begin
  if way in ('card', 'hand') then
    select case provider when 'desk' then 'hand' else 'card' end into strict way from payments where id = payment;
  end if;
  insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, method, reference,
    staff_id, booking_id, credits_taken)
  select id, coalesce(pence, amount_pence), owe_refund.reason,
    case way when 'card' then 'requested' when 'hand' then 'failed' else 'succeeded' end,
    at, case when way in ('card', 'hand') then null else at end, owe_refund.kind, way, owe_refund.reference, staff, booking,
    credits
  from payments where id = payment returning id into strict owed;
  select p.order_id into of_order from payments p where p.id = payment and p.status in ('succeeded', 'expected');
  if way = 'card' then
    perform enqueue_job('refund-payment', jsonb_build_object('refundId', owed), at, 'refund-payment-' || owed);
  elsif way = 'hand' then
    perform tell_staff('refundFailed', 'refund-by-hand-' || owed,
      'Order ' || (select o.order_number from payments p join orders o on o.id = p.order_id where p.id = payment), at);
  elsif of_order is not null then
    update orders set refunded_pence = refunded_pence + pence where id = of_order;
  end if;
  if of_order is not null then perform settle_points(of_order, at); end if;
  return owed;
end $$;
