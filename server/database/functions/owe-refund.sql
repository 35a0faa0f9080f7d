-- A captured payment goes back, by a job that asks the provider (decision E-06).
create or replace function owe_refund(payment bigint, reason text, at timestamptz) returns void language plpgsql as $$
declare owed bigint;
begin
  insert into refunds (payment_id, amount_pence, reason, status, requested_at)
  select id, amount_pence, reason, 'requested', at from payments where id = payment returning id into strict owed;
  perform enqueue_job('refund-payment', jsonb_build_object('refundId', owed), at, 'refund-payment-' || owed);
end $$;
