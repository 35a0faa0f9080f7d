-- Moves an account's reward points: the balance and its ledger row together. The account must be locked.
create or replace function move_points(account bigint, delta integer, reason text, order_id bigint, memo text, at timestamptz)
returns void language plpgsql as $$
declare balance integer;
begin
  update accounts set points_balance = points_balance + delta where id = account returning points_balance into strict balance;
  insert into point_entries (account_id, delta, balance_after, reason, order_id, memo, created_at)
  values (account, delta, balance, reason, order_id, memo, at);
end $$;
