-- Counts how often one person has used a discount code (decision E-28). An account counts together with
-- guests who left its present or former address. A guest counts by address and by telephone number, together
-- with the account of that address. Two accounts are two people. Each kind of use has its own query and
-- index, because a join would read all uses of the code.
drop function if exists uses_of_code(bigint, bigint, text);
create or replace function uses_of_code(code bigint, account bigint, guest_email text, guest_phone text)
returns table (times bigint) language sql stable as $$
  with person as (
    select coalesce(account, (select a.id from accounts a where a.email = lower(guest_email))) as account_id,
      coalesce((select a.email from accounts a where a.id = account), lower(guest_email)) as email,
      case when account is null then coalesce(phone_key(guest_phone), '') else '' end as phone
  )
  select count(*) from (
    select u.order_id from discount_uses u
    where u.discount_code_id = code and u.released_at is null
      and coalesce(u.account_id, 0) = (select account_id from person)
    union
    select u.order_id from discount_uses u
    where u.discount_code_id = code and u.released_at is null and u.email = (select email from person)
      and u.email <> '' and (account is null or u.account_id is null)
    union
    select u.order_id from discount_uses u
    where u.discount_code_id = code and u.released_at is null and u.phone = (select phone from person)
      and u.phone <> ''
  ) uses
$$;
