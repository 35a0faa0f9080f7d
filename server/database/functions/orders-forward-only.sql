-- Lets an order's state only move forward (decision E-01, E-06). An order of products completes only after it
-- was sent, unless its address was erased with its account or every piece was returned (decision E-02).
create or replace function orders_forward_only() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and not (
    (old.status = 'pending' and new.status in ('paid', 'cancelled')) or
    (old.status = 'paid' and new.status in ('completed', 'cancelled')) or
    (old.status = 'cancelled' and new.status = 'paid')
  ) then
    raise exception 'order % cannot go from % to %', old.order_number, old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_forward_only';
  end if;
  if old.status = 'paid' and new.status = 'completed' and exists (
    select from order_deliveries d where d.order_id = new.id and d.dispatched_at is null and d.full_name <> ''
  ) and exists (
    select from order_items i where i.order_id = new.id and i.returned_quantity < i.quantity
  ) then
    raise exception 'order % was not sent', old.order_number
      using errcode = 'check_violation', constraint = 'orders_sent_before_completed';
  end if;
  return new;
end $$;
create or replace trigger orders_forward_only before update of status on orders
  for each row execute function orders_forward_only();
