-- Limits the children of an account (decision E-34). The account is locked first, so that two tabs are
-- counted one after the other.
create or replace function children_within_account() returns trigger language plpgsql as $$
declare at_most integer;
begin
  select children_at_most into at_most from accounts where id = new.account_id for no key update;
  if (select count(*) from children where account_id = new.account_id) >= at_most then
    raise exception 'account % has all the children it may have', new.account_id
      using errcode = 'check_violation', constraint = 'children_within_account';
  end if;
  return new;
end $$;
create or replace trigger children_within_account before insert on children
  for each row execute function children_within_account();
