-- A payment's refunds never exceed the payment, or what has been received of an expected one. Failed and replaced refunds do not count, but the credits that were
-- taken for them do: no more of a pack are given back than it had.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare captured integer;
begin
  select case status when 'expected'
      then (select coalesce(sum(r.amount_pence), 0) from desk_receipts r where r.payment_id = payments.id)
      else amount_pence end into captured
  from payments where id = new.payment_id for update;
  if (select coalesce(sum(amount_pence), 0) from refunds
      where payment_id = new.payment_id and status not in ('failed', 'superseded')) > captured then
    raise exception 'refunds exceed the payment' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if new.credits_taken > 0 and (select sum(r.credits_taken) from refunds r join payments p on p.id = r.payment_id
      where p.order_id = (select order_id from payments where id = new.payment_id))
    > (select k.credits from payments p join order_packs k on k.order_id = p.order_id where p.id = new.payment_id) then
    raise exception 'more credits than the pack had' using errcode = 'check_violation', constraint = 'refunds_within_pack';
  end if;
  return null;
end $$;
create or replace trigger refunds_within_payment after insert or update of amount_pence, status on refunds
  for each row execute function refunds_within_payment();
