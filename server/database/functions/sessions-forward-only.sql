-- A date becomes public once: a draft is published or deleted, a published one is hidden and shown again, and what is
-- cancelled stays so (spec 3 §4).
create or replace function sessions_forward_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'draft' then return old; end if;
  elsif (old.status, new.status) in (('draft', 'scheduled'), ('scheduled', 'withdrawn'), ('withdrawn', 'scheduled'),
    ('scheduled', 'cancelled'), ('withdrawn', 'cancelled')) then
    return new;
  end if;
  raise exception 'session % cannot go from % to %', old.id, old.status, case tg_op when 'DELETE' then 'deleted' else new.status end
    using errcode = 'check_violation', constraint = 'sessions_forward_only';
end $$;
create or replace trigger sessions_forward_only before update of status on sessions
  for each row when (old.status <> new.status) execute function sessions_forward_only();
create or replace trigger sessions_deleted_as_drafts before delete on sessions
  for each row execute function sessions_forward_only();
