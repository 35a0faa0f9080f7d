-- An order that earns points has one for each whole pound that came in and was not refunded (decision E-27). `why` is
-- the reason of the entry: 'receipt' if money came in, or did not after all. If the balance has too few points to take
-- back, the rest is counted in points_short, and is deducted when points return because a refund fails. The account
-- and the order are locked.
drop function if exists settle_points(bigint, timestamptz);
create or replace function settle_points(paid_order bigint, at timestamptz, why text default 'reversal')
returns void language plpgsql as $$
declare
  placed orders;
  due integer;
  kept integer;
  balance integer;
  taken integer;
begin
  select * into placed from orders where id = paid_order;
  if placed.account_id is null or not placed.earns_points then return; end if;
  select (placed.paid_pence - coalesce(sum(r.amount_pence), 0)) / 100 into due
  from payments p join refunds r on r.payment_id = p.id
  where p.order_id = paid_order and p.status in ('succeeded', 'expected') and r.status not in ('failed', 'superseded');
  select coalesce(sum(delta), 0) into kept from point_entries
  where order_id = paid_order and reason in ('purchase', 'reversal', 'receipt');
  if kept - placed.points_short = due then return; end if;
  select points_balance into balance from accounts where id = placed.account_id;
  -- Negative where points come back.
  taken := least(kept - placed.points_short - due, balance);
  if taken < 0 and placed.points_short > 0 then taken := least(0, taken + placed.points_short); end if;
  update orders set points_short = kept - taken - due where id = paid_order;
  if taken <> 0 then
    perform move_points(placed.account_id, -taken, why, paid_order,
      'Order ' || placed.order_number || case when why = 'receipt' then '' when taken > 0 then ' refunded'
        else ' not refunded' end, at);
  end if;
end $$;
