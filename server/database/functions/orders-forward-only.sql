-- An order's state only moves forward (decision E-01, E-06).
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
  return new;
end $$;
create or replace trigger orders_forward_only before update of status on orders
  for each row execute function orders_forward_only();
