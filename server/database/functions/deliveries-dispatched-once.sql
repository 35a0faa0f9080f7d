-- Keeps the time at which a delivery was sent, when its customer was told (decision E-30).
create or replace function deliveries_dispatched_once() returns trigger language plpgsql as $$
begin
  if old.dispatched_at is not null and new.dispatched_at is distinct from old.dispatched_at then
    raise exception 'order % was dispatched before', old.order_id
      using errcode = 'check_violation', constraint = 'deliveries_dispatched_once';
  end if;
  return new;
end $$;
create or replace trigger deliveries_dispatched_once before update of dispatched_at on order_deliveries
  for each row execute function deliveries_dispatched_once();
