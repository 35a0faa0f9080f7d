-- A card page that was paid, but not as we asked (amount, currency, order, live mode): people decide what becomes of
-- it. Until then its order gets no second page.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('created', 'succeeded', 'expired', 'mismatched'));

drop index payments_one_open;
create unique index payments_one_open on payments (order_id) where status in ('created', 'mismatched');

-- What was sent stays sent, at the moment that its customer was told (decision E-30).
create function deliveries_dispatched_once() returns trigger language plpgsql as $$
begin
  if old.dispatched_at is not null and new.dispatched_at is distinct from old.dispatched_at then
    raise exception 'order % was dispatched before', old.order_id
      using errcode = 'check_violation', constraint = 'deliveries_dispatched_once';
  end if;
  return new;
end $$;
create trigger deliveries_dispatched_once before update of dispatched_at on order_deliveries
  for each row execute function deliveries_dispatched_once();
