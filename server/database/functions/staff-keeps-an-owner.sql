-- Keeps at least one active owner once there has been one.
create or replace function staff_keeps_an_owner() returns trigger language plpgsql as $$
begin
  -- Two owners who step down at the same time wait for each other here.
  perform from staff where role = 'owner' and status = 'active' order by id for update;
  if not found then
    raise exception 'there is no owner left' using errcode = 'check_violation', constraint = 'staff_keeps_an_owner';
  end if;
  return null;
end $$;
drop trigger if exists staff_keeps_an_owner on staff;
create constraint trigger staff_keeps_an_owner after update or delete on staff deferrable initially deferred
  for each row when (old.role = 'owner' and old.status = 'active') execute function staff_keeps_an_owner();
