-- Keeps ledger entries as they are; a correction is another entry.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation', constraint = 'ledger_is_append_only';
end $$;
create or replace trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function ledger_is_append_only();
create or replace trigger point_entries_append_only before update or delete on point_entries
  for each row execute function ledger_is_append_only();
create or replace trigger stock_entries_append_only before update or delete on stock_entries
  for each row execute function ledger_is_append_only();
create or replace trigger returned_items_append_only before update or delete on returned_items
  for each row execute function ledger_is_append_only();
create or replace trigger text_versions_append_only before update or delete on text_versions
  for each row execute function ledger_is_append_only();
-- A truncation fires no row trigger.
create or replace trigger credit_entries_never_truncated before truncate on credit_entries
  for each statement execute function ledger_is_append_only();
create or replace trigger point_entries_never_truncated before truncate on point_entries
  for each statement execute function ledger_is_append_only();
create or replace trigger stock_entries_never_truncated before truncate on stock_entries
  for each statement execute function ledger_is_append_only();
create or replace trigger desk_receipts_never_truncated before truncate on desk_receipts
  for each statement execute function ledger_is_append_only();
create or replace trigger returned_items_never_truncated before truncate on returned_items
  for each statement execute function ledger_is_append_only();
create or replace trigger text_versions_never_truncated before truncate on text_versions
  for each statement execute function ledger_is_append_only();
