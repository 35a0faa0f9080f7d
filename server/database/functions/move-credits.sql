-- Moves an account's class credits: the balance and its ledger row together. The account must be locked. A
-- grant names the member of staff, credits for a cancelled place name the place, and those of
-- a returned pack the refund. Returns the id of the row.
drop function if exists move_credits(bigint, integer, text, bigint, text, timestamptz);
drop function if exists move_credits(bigint, integer, text, bigint, text, timestamptz, bigint);
drop function if exists move_credits(bigint, integer, text, bigint, text, timestamptz, bigint, bigint);
create or replace function move_credits(account bigint, delta integer, reason text, order_id bigint, memo text,
  at timestamptz, staff bigint default null, booking bigint default null, refund bigint default null)
returns bigint language plpgsql as $$
declare
  balance integer;
  entry bigint;
begin
  update accounts set credit_balance = credit_balance + delta where id = account returning credit_balance into strict balance;
  insert into credit_entries (account_id, delta, balance_after, reason, order_id, memo, created_at, staff_id, booking_id, refund_id)
  values (account, delta, balance, reason, order_id, memo, at, staff, booking, refund)
  returning id into entry;
  return entry;
end $$;
