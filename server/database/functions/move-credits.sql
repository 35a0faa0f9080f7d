-- Moves an account's class credits: the balance and its ledger row together. The account must be locked.
create or replace function move_credits(account bigint, delta integer, reason text, order_id bigint, memo text, at timestamptz)
returns void language plpgsql as $$
declare balance integer;
begin
  update accounts set credit_balance = credit_balance + delta where id = account returning credit_balance into strict balance;
  insert into credit_entries (account_id, delta, balance_after, reason, order_id, memo, created_at)
  values (account, delta, balance, reason, order_id, memo, at);
end $$;
