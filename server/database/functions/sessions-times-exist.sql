-- Refuses times in the hour that London's clock skips in March. Sessions written earlier are checked by the
-- audit.
create or replace function sessions_times_exist() returns trigger language plpgsql as $$
begin
  raise exception 'session % begins or ends when there is no such time', new.id
    using errcode = 'check_violation', constraint = 'sessions_times_exist';
end $$;
create or replace trigger sessions_times_exist before insert or update of start_date, start_time, end_date, end_time
  on sessions for each row when (
    (new.start_date + new.start_time) at time zone 'Europe/London' at time zone 'Europe/London'
      <> new.start_date + new.start_time
    or (new.end_date + new.end_time) at time zone 'Europe/London' at time zone 'Europe/London'
      <> new.end_date + new.end_time)
  execute function sessions_times_exist();
