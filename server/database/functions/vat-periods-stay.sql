-- The last day of the last closed period; nothing that counts on it or earlier may change (decision O-128).
create or replace function vat_closed_until() returns date language sql stable as $$
  select max(to_day) from vat_periods
$$;
create or replace function refuse_closed_period() returns void language plpgsql as $$
begin
  raise exception 'the period is closed' using errcode = 'check_violation', constraint = 'closed_periods_stay';
end $$;

-- Refuses receipts of expected money for a closed day. A closing period waits for receipts that are being written.
create or replace function receipts_in_open_period() returns trigger language plpgsql as $$
begin
  if new.received_on < (new.recorded_at at time zone 'Europe/London')::date then
    perform pg_advisory_xact_lock_shared(hashtextextended('vat periods', 0));
  end if;
  if new.received_on <= vat_closed_until() then perform refuse_closed_period(); end if;
  return new;
end $$;
create or replace trigger receipts_in_open_period before insert on desk_receipts
  for each row execute function receipts_in_open_period();

-- Refuses to change, add or remove a payment or a refund that counts in a closed period. A refund that failed later is kept
-- in undone_refunds first. A closing period waits for what it counts to be changed.
create or replace function money_in_open_period() returns trigger language plpgsql as $$
declare
  closed date;
  was date;
  is_now date;
begin
  if tg_op <> 'INSERT' and old.status = 'succeeded' then was := (old.settled_at at time zone 'Europe/London')::date; end if;
  if tg_op <> 'DELETE' and new.status = 'succeeded' then is_now := (new.settled_at at time zone 'Europe/London')::date; end if;
  if tg_op = 'UPDATE' and was is not distinct from is_now and old.amount_pence = new.amount_pence and old.method = new.method then
    return new;
  end if;
  if was is not null then perform pg_advisory_xact_lock_shared(hashtextextended('vat periods', 0)); end if;
  closed := vat_closed_until();
  if closed is null then return coalesce(new, old); end if;
  if tg_table_name = 'payments' and exists (select from desk_receipts d where d.payment_id = coalesce(new.id, old.id)) then
    return coalesce(new, old);
  end if;
  if was <= closed and (tg_table_name = 'payments' or is_now <= closed or not exists (
      select from undone_refunds u where u.refund_id = old.id and u.gave_at = old.settled_at and u.amount_pence = old.amount_pence))
    or is_now <= closed
  then
    perform refuse_closed_period();
  end if;
  return coalesce(new, old);
end $$;
create or replace trigger payments_in_open_period before insert or update or delete on payments
  for each row execute function money_in_open_period();
create or replace trigger refunds_in_open_period before insert or update or delete on refunds
  for each row execute function money_in_open_period();

create or replace trigger vat_periods_append_only before update or delete on vat_periods
  for each row execute function ledger_is_append_only();
create or replace trigger vat_lines_append_only before update or delete on vat_lines
  for each row execute function ledger_is_append_only();
create or replace trigger vat_periods_never_truncated before truncate on vat_periods
  for each statement execute function ledger_is_append_only();
create or replace trigger vat_lines_never_truncated before truncate on vat_lines
  for each statement execute function ledger_is_append_only();
create or replace trigger undone_refunds_append_only before update or delete on undone_refunds
  for each row execute function ledger_is_append_only();

-- Periods follow each other without a gap; a line belongs to a day of its period that is being closed.
create or replace function vat_periods_follow() returns trigger language plpgsql as $$
begin
  if new.from_day <> coalesce((select max(to_day) + 1 from vat_periods), new.from_day) then
    raise exception 'periods follow each other' using errcode = 'check_violation', constraint = 'vat_periods_follow';
  end if;
  return new;
end $$;
create or replace trigger vat_periods_follow before insert on vat_periods
  for each row execute function vat_periods_follow();
