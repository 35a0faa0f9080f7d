-- How often somebody uses a discount code: an account, or a guest by the e-mail address, or by the telephone number where
-- there is none. Spelt as the index discount_uses_of_person is, which "is not distinct from" would not use.
create or replace function uses_of_code(code bigint, account bigint, guest text)
returns table (times bigint) language sql stable as $$
  select count(*) from discount_uses
  where discount_code_id = code and coalesce(account_id, 0) = coalesce(account, 0) and guest_contact = guest
    and released_at is null
$$;
