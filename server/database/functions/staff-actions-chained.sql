-- The text of a log row that is sealed: everything but the seal. Changing this function breaks every chain.
create or replace function action_text(a staff_actions) returns text language sql immutable as $$
  select jsonb_build_object(
    'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), 'staff', a.staff_id, 'session', a.session_id,
    'action', a.action, 'kind', a.subject_kind, 'subject', a.subject_id, 'account', a.account_id,
    'children', a.child_ids, 'reason', a.reason, 'facts', a.facts)::text
$$;

-- Gives each row the hash of the one before it. The head is the last lock that a command takes, so it cannot
-- deadlock.
create or replace function staff_actions_chained() returns trigger language plpgsql as $$
begin
  select last_hash into strict new.prev_hash from audit_head for update;
  -- Numbered under the lock, so that two rows at once have the order of the chain.
  new.id := nextval(pg_get_serial_sequence('staff_actions', 'id'));
  new.hash := sha256(new.prev_hash || convert_to(action_text(new), 'UTF8'));
  update audit_head set last_hash = new.hash, last_id = new.id;
  return new;
end $$;
create or replace trigger staff_actions_chained before insert on staff_actions
  for each row execute function staff_actions_chained();
create or replace trigger staff_actions_append_only before update or delete on staff_actions
  for each row execute function ledger_is_append_only();
create or replace trigger staff_actions_never_truncated before truncate on staff_actions
  for each statement execute function ledger_is_append_only();
-- A new key signs a row again; no row loses its signature.
create or replace trigger staff_action_seals_kept before delete on staff_action_seals
  for each row execute function ledger_is_append_only();
create or replace trigger staff_action_seals_never_truncated before truncate on staff_action_seals
  for each statement execute function ledger_is_append_only();
create or replace trigger audit_head_kept before delete on audit_head
  for each row execute function ledger_is_append_only();
create or replace trigger audit_head_never_truncated before truncate on audit_head
  for each statement execute function ledger_is_append_only();
