-- Limits how many places of one session an account may hold for people with a contact (decision E-34). Each
-- of its children can have only one. Places that staff booked do not count. A command that writes an account's booking has locked the account.
create or replace function bookings_within_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.session_id = old.session_id and old.status <> 'cancelled' then return null; end if;
  if (select placed_by from orders where id = new.order_id) is not null then return null; end if;
  if (select count(*) from bookings b join orders o on o.id = b.order_id and o.placed_by is null
      where b.account_id = new.account_id and b.session_id = new.session_id and b.status <> 'cancelled')
    > (select children_at_most from accounts where id = new.account_id)
  then
    raise exception 'account % has all the places of a session it may have', new.account_id
      using errcode = 'check_violation', constraint = 'bookings_within_account';
  end if;
  return null;
end $$;
create or replace trigger bookings_within_account after insert or update of session_id, status on bookings
  for each row when (new.account_id is not null and new.child_id is null and new.status <> 'cancelled')
  execute function bookings_within_account();
