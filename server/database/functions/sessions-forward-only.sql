-- Lets a date become public once: a draft is published or deleted, a published date can be hidden and shown
-- again, and a cancelled date stays cancelled (spec 3 §4) unless that is undone in time and nothing is settled
-- (spec 4 §3).
create or replace function sessions_forward_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'draft' then return old; end if;
  elsif (old.status, new.status) in (('draft', 'scheduled'), ('scheduled', 'withdrawn'), ('withdrawn', 'scheduled'),
    ('scheduled', 'cancelled'), ('withdrawn', 'cancelled')) then
    return new;
  elsif old.status = 'cancelled' and exists (
    select from cancelled_dates c join date_cancellations d on d.id = c.cancellation_id
    where c.session_id = new.id and new.status = case when c.was_hidden then 'withdrawn' else 'scheduled' end
      and d.undone_at is null and d.settling_at is null and new.updated_at < d.undo_until)
  then
    return new;
  end if;
  raise exception 'session % cannot go from % to %', old.id, old.status, case tg_op when 'DELETE' then 'deleted' else new.status end
    using errcode = 'check_violation', constraint = 'sessions_forward_only';
end $$;
create or replace trigger sessions_forward_only before update of status on sessions
  for each row when (old.status <> new.status) execute function sessions_forward_only();
create or replace trigger sessions_deleted_as_drafts before delete on sessions
  for each row execute function sessions_forward_only();
