-- Accepts a mark only for a place of its date, on one of the date's days; with a problem, also for a place
-- that was once there. A mark never changes, except that the name of who collected a child is erased.
create or replace function register_mark_placed() returns trigger language plpgsql as $$
declare
  is_placed boolean;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (new.collected_by <> ''
      or to_jsonb(new) - 'collected_by' <> to_jsonb(old) - 'collected_by') then
    raise exception 'marks are only added' using errcode = 'check_violation', constraint = 'register_marks_only_added';
  end if;
  if tg_op = 'UPDATE' then
    return new;
  end if;
  if new.walk_in_id is not null then
    select w.session_id = new.session_id and w.on_day = new.on_day into is_placed from walk_ins w where w.id = new.walk_in_id;
  elsif new.problem = '' then
    select b.session_id = new.session_id and b.status <> 'cancelled' and new.on_day between s.start_date and s.end_date
      into is_placed from bookings b join sessions s on s.id = new.session_id where b.id = new.booking_id;
  else
    select b.session_id = new.session_id
        or exists (select from booking_moves v where v.booking_id = b.id and v.from_session_id = new.session_id)
      into is_placed from bookings b where b.id = new.booking_id;
  end if;
  if is_placed is not true then
    raise exception 'the mark % has no place at its date', new.id
      using errcode = 'check_violation', constraint = 'register_marks_placed';
  end if;
  return new;
end $$;
create or replace trigger register_marks_placed before insert or update or delete on register_marks
  for each row execute function register_mark_placed();
create or replace trigger register_marks_never_truncated before truncate on register_marks
  for each statement execute function ledger_is_append_only();
