-- Moves an account's class credits: the balance and its ledger row together. The account must be locked. What is granted
-- names the member of staff who does.
drop function if exists move_credits(bigint, integer, text, bigint, text, timestamptz);
create or replace function move_credits(account bigint, delta integer, reason text, order_id bigint, memo text,
  at timestamptz, staff bigint default null)
returns void language plpgsql as $$
declare balance integer;
begin
  update accounts set credit_balance = credit_balance + delta where id = account returning credit_balance into strict balance;
  insert into credit_entries (account_id, delta, balance_after, reason, order_id, memo, created_at, staff_id)
  values (account, delta, balance, reason, order_id, memo, at, staff);
end $$;
