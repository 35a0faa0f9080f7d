-- Refunds money of a captured payment: to the card by a job that asks the provider (decision E-06), or by
-- hand, which is complete when written. The order is locked. Reward points follow the money.
drop function if exists owe_refund(bigint, text, timestamptz);
drop function if exists owe_refund(bigint, text, timestamptz, text, integer, text, text, bigint, bigint);
create or replace function owe_refund(payment bigint, reason text, at timestamptz, kind text default 'late',
  pence integer default null, method text default 'card', reference text default '', staff bigint default null,
  booking bigint default null, credits integer default 0)
returns bigint language plpgsql as $$
declare
  owed bigint;
  of_order bigint;
begin
  insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, method, reference,
    staff_id, booking_id, credits_taken)
  select id, coalesce(pence, amount_pence), owe_refund.reason, case owe_refund.method when 'card' then 'requested' else 'succeeded' end,
    at, case owe_refund.method when 'card' then null else at end, owe_refund.kind, owe_refund.method, owe_refund.reference, staff, booking,
    credits
  from payments where id = payment returning id into strict owed;
  select p.order_id into of_order from payments p where p.id = payment and p.status = 'succeeded';
  if method = 'card' then
    perform enqueue_job('refund-payment', jsonb_build_object('refundId', owed), at, 'refund-payment-' || owed);
  elsif of_order is not null then
    update orders set refunded_pence = refunded_pence + pence where id = of_order;
  end if;
  if of_order is not null then perform settle_points(of_order, at); end if;
  return owed;
end $$;
