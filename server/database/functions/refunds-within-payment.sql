-- A payment is never given back more than once over.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare captured integer;
begin
  select amount_pence into captured from payments where id = new.payment_id for update;
  if (select coalesce(sum(amount_pence), 0) from refunds where payment_id = new.payment_id) > captured then
    raise exception 'refunds exceed the payment' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create or replace trigger refunds_within_payment after insert or update of amount_pence on refunds
  for each row execute function refunds_within_payment();
