-- An address is found by its beginning, and by the words before its @.
create or replace function email_words(email text) returns text language sql immutable as $$
  select search_words(email) || ' ' || search_words(regexp_replace(split_part(email, '@', 1), '[._+]', ' ', 'g'))
$$;

-- The people who can be found, with their search words. Guests are told apart by address, or by number where
-- there is none.
create or replace view people_words as
  select 'a' || a.id as who, a.id as account_id, null as guest_key,
    btrim(regexp_replace(concat_ws(' ', search_words(a.first_name || ' ' || a.last_name), email_words(a.email),
      phone_words(a.mobile), search_words(a.postcode), replace(search_words(a.postcode), ' ', ''), (
        select search_words(string_agg(c.first_name || ' ' || c.last_name, ' ' order by c.id))
        from children c where c.account_id = a.id)), '\s+', ' ', 'g')) as words
  from accounts a where a.status = 'active'
  union all
  select 'g' || g.key, null, g.key,
    btrim(regexp_replace(concat_ws(' ', search_words(string_agg(distinct g.name, ' ' order by g.name)),
      email_words(max(g.email)), string_agg(distinct phone_words(g.phone), ' ' order by phone_words(g.phone))), '\s+', ' ', 'g'))
  from (
    select contact_key(guest_email, guest_phone) as key, guest_name as name, guest_email as email,
      guest_phone as phone
    from orders where account_id is null
    union all
    select contact_key(email, phone), name, email, phone from waiting_entries where account_id is null
  ) g
  where g.key <> '' group by g.key;

create or replace function find_account(account bigint) returns void language sql as $$
  delete from people_search where account_id = account
    and not exists (select from accounts where id = account and status = 'active');
  insert into people_search (who, account_id, words)
  select who, account_id, words from people_words where account_id = account
  on conflict (who) do update set words = excluded.words
$$;

create or replace function find_guest(key text) returns void language sql as $$
  insert into people_search (who, words) select who, words from people_words where guest_key = key
  on conflict (who) do update set words = excluded.words
$$;

create or replace function accounts_are_found() returns trigger language plpgsql as $$
begin
  perform find_account(new.id);
  return null;
end $$;
create or replace trigger accounts_are_found
  after insert or update of email, first_name, last_name, mobile, postcode, status on accounts
  for each row execute function accounts_are_found();

create or replace function children_are_found() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform find_account(old.account_id); end if;
  if tg_op <> 'DELETE' then perform find_account(new.account_id); end if;
  return null;
end $$;
create or replace trigger children_are_found
  after insert or delete or update of account_id, first_name, last_name on children
  for each row execute function children_are_found();

create or replace function guests_are_found() returns trigger language plpgsql as $$
begin
  perform find_guest(contact_key(new.guest_email, new.guest_phone));
  return null;
end $$;
create or replace trigger guests_are_found after insert or update of guest_name, guest_email, guest_phone on orders
  for each row when (new.account_id is null) execute function guests_are_found();

-- Removes a guest whose orders moved into a family from the search, unless the guest has something else.
create or replace function guests_became_family() returns trigger language plpgsql as $$
declare
  key text := contact_key(old.guest_email, old.guest_phone);
begin
  delete from people_search where who = 'g' || key and not exists (select from people_words where guest_key = key);
  perform find_guest(key);
  return null;
end $$;
create or replace trigger guests_became_family after update of account_id on orders
  for each row when (old.account_id is null and new.account_id is not null) execute function guests_became_family();

create or replace function waiting_guests_are_found() returns trigger language plpgsql as $$
begin
  perform find_guest(contact_key(new.email, new.phone));
  return null;
end $$;
create or replace trigger waiting_guests_are_found after insert or update of name, email, phone on waiting_entries
  for each row when (new.account_id is null) execute function waiting_guests_are_found();

-- Brings the rows from before these rules up to date.
delete from people_search;
insert into people_search (who, account_id, words) select who, account_id, words from people_words;
