-- Keeps the sum of an expected payment's receipts between 0 and what is expected, and never below what was
-- refunded. The writer of a receipt has locked the order.
create or replace function desk_receipts_within_payment() returns trigger language plpgsql as $$
declare
  expected integer;
  received integer;
begin
  select amount_pence into expected from payments where id = new.payment_id and provider = 'desk' for no key update;
  select sum(amount_pence) into received from desk_receipts where payment_id = new.payment_id;
  if expected is null or received not between 0 and expected
    or received < (select coalesce(sum(amount_pence), 0) from refunds
      where payment_id = new.payment_id and status not in ('failed', 'superseded'))
  then
    raise exception 'receipts do not fit the payment'
      using errcode = 'check_violation', constraint = 'desk_receipts_within_payment';
  end if;
  return null;
end $$;
create or replace trigger desk_receipts_within_payment after insert on desk_receipts
  for each row execute function desk_receipts_within_payment();

-- Refuses changes of receipts. Only the reference is erased, when the account closes.
create or replace function desk_receipts_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.reference := '';
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'desk_receipts is append-only' using errcode = 'check_violation', constraint = 'ledger_is_append_only';
end $$;
create or replace trigger desk_receipts_stay before update or delete on desk_receipts
  for each row execute function desk_receipts_stay();
