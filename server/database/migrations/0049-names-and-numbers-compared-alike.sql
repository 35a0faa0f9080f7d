-- serves: 0048
-- Names are compared without regard to accents, apostrophes, hyphens and case, telephone numbers as they are dialled. What
-- is stored already is brought into the form that is stored from now on: NFC, nothing invisible, postcodes as BS1 4AC.
-- The functions stand in functions/compare-text.sql; here they are as the indexes below need them.

-- Small letters without accents and apostrophes, hyphens as blanks, other signs left out but those of addresses.
create or replace function search_words(typed text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(translate(
      lower(regexp_replace(normalize(typed, NFD), '[\u0300-\u036f]', '', 'g') collate "und-x-icu"),
      'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[-\u2010-\u2015\u00a0\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'),
    '[\u2018\u2019\u02bc\u00b4\u2032\uff07]|[^a-z0-9@._+\s\u00a1-\uffff]', '', 'g'),
    '\s+', ' ', 'g')) collate "default"
$$;

-- A telephone number's digits, as one dials it within the country; a table program drops the first nought.
create or replace function phone_words(phone text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(00)?440?', '0'), '^([127]\d{9})$', '0\1')
$$;

-- An index is made with an empty search path, so these two are bound to the functions above when they are made.
-- The same name however it is written. One without a letter or digit is compared as it stands.
create or replace function name_key(name text) returns text language sql immutable
  return coalesce(nullif(search_words(name), ''), lower(btrim(name)));

-- What tells one contact from another: the email address, or the dialled number of who has left none.
create or replace function contact_key(email text, phone text) returns text language sql immutable
  return coalesce(nullif(lower(email), ''), nullif(phone_words(phone), ''), lower(phone));

create function tidy_line(line text) returns text language sql immutable as $$
  select btrim(normalize(regexp_replace(line,
    '\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0]',
    '', 'g'), NFC), E' \t\n\r\u00a0')
$$;
create function tidy_email(email text) returns text language sql immutable as $$
  select lower(tidy_line(email))
$$;
create function tidy_phone(phone text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(tidy_line(phone), '[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]', '-', 'g'),
    '[\s\u00a0\u2000-\u200a\u202f]+', ' ', 'g')
$$;
create function tidy_postcode(postcode text) returns text language sql immutable as $$
  select case when code ~ '^(GIR|[A-Z]{1,2}\d[A-Z\d]?)\d[A-Z]{2}$'
    then left(code, -3) || ' ' || right(code, 3) else tidy_line(postcode) end
  from (select regexp_replace(upper(tidy_line(postcode)), '[\s-]', '', 'g')) as c (code)
$$;

-- The same person may have two live places of one date, or two trials of one type, that were written differently: both
-- stay. The later one carries its own number here, so that the index below refuses only what is booked from now on.
alter table bookings add column duplicate_id bigint not null default 0;

drop index bookings_attendee_once;
drop index bookings_guest_trial_once;
drop index bookings_trial_person_once;
drop index orders_of_guest;
drop index waiting_entries_of_guest;

-- Row by row: what would become the same as another row by it, or empty, stays as it is.
do $tidy$
declare
  col record;
  one record;
begin
  for col in
    select * from (values
      ('accounts', 'tidy_line', array['first_name', 'last_name', 'address_line_1', 'address_line_2', 'town']),
      ('accounts', 'tidy_phone', array['mobile']),
      ('accounts', 'tidy_postcode', array['postcode']),
      ('accounts', 'tidy_email', array['email', 'new_email']),
      ('email_changes', 'tidy_email', array['old_email', 'new_email']),
      ('children', 'tidy_line', array['first_name', 'last_name', 'school_name', 'address_line_1', 'address_line_2']),
      ('emergency_contacts', 'tidy_line', array['first_name', 'last_name', 'relationship']),
      ('emergency_contacts', 'tidy_phone', array['mobile']),
      ('emergency_contacts', 'tidy_email', array['email']),
      ('pick_up_people', 'tidy_line', array['first_name', 'last_name', 'relationship']),
      ('pick_up_people', 'tidy_phone', array['phone']),
      ('orders', 'tidy_line', array['guest_name']),
      ('orders', 'tidy_email', array['guest_email']),
      ('orders', 'tidy_phone', array['guest_phone']),
      ('bookings', 'tidy_line', array['attendee_name']),
      ('bookings', 'tidy_email', array['attendee_email']),
      ('bookings', 'tidy_phone', array['attendee_phone']),
      ('waiting_entries', 'tidy_line', array['name']),
      ('waiting_entries', 'tidy_email', array['email']),
      ('waiting_entries', 'tidy_phone', array['phone']),
      ('basket_sessions', 'tidy_line', array['attendee_name']),
      ('basket_sessions', 'tidy_email', array['attendee_email']),
      ('basket_sessions', 'tidy_phone', array['attendee_phone']),
      ('enquiries', 'tidy_line', array['name']),
      ('enquiries', 'tidy_email', array['email']),
      ('enquiries', 'tidy_phone', array['phone']),
      ('order_deliveries', 'tidy_line', array['full_name', 'address']),
      ('order_deliveries', 'tidy_phone', array['phone']),
      ('order_deliveries', 'tidy_postcode', array['postcode']),
      ('staff', 'tidy_line', array['full_name', 'display_name']),
      ('venues', 'tidy_postcode', array['postcode'])
    ) as c (of_table, tidy, names), unnest(names) as name
  loop
    for one in execute format('select ctid as place, %2$s(%3$I) as text from %1$I where %3$I <> %2$s(%3$I) and %2$s(%3$I) <> %4$L',
      col.of_table, col.tidy, col.name, '')
    loop
      begin
        execute format('update %I set %I = $1 where ctid = $2', col.of_table, col.name) using one.text, one.place;
      exception when unique_violation then null;
      end;
    end loop;
  end loop;
end $tidy$;

drop function tidy_email;
drop function tidy_phone;
drop function tidy_postcode;
drop function tidy_line;

update bookings b set duplicate_id = b.id from (
  select id, row_number() over (partition by session_id, contact_key(attendee_email, attendee_phone),
      name_key(attendee_name) order by id) as of_session,
    case when is_trial then row_number() over (partition by is_trial, offering_type_id,
      contact_key(attendee_email, attendee_phone) order by id) end as of_type
  from bookings where status <> 'cancelled' and child_id is null
) nth where nth.id = b.id and (nth.of_session > 1 or nth.of_type > 1);

-- Of several trials of one child the first counts.
update bookings b set trial_person = named.person || case when nth > 1 then ' #' || b.id else '' end from (
  select id, person, row_number() over (partition by account_id, offering_type_id, person, is_live order by id)
    * is_live::int as nth
  from (
    select id, account_id, offering_type_id, status <> 'cancelled' as is_live,
      name_key(left(trial_person, -11)) || right(trial_person, 11) as person
    from bookings where is_trial and trial_person <> 'contact'
  ) t
) named where named.id = b.id;

update discount_uses u set guest_contact = contact_key(o.guest_email, o.guest_phone) from orders o
where o.id = u.order_id and u.account_id is null and u.guest_contact <> contact_key(o.guest_email, o.guest_phone);

create unique index bookings_attendee_once on bookings
  (session_id, contact_key(attendee_email, attendee_phone), name_key(attendee_name), duplicate_id)
  where status <> 'cancelled' and child_id is null;
create unique index bookings_guest_trial_once on bookings
  (offering_type_id, contact_key(attendee_email, attendee_phone), duplicate_id)
  where is_trial and status <> 'cancelled' and child_id is null;
create unique index bookings_trial_person_once on bookings (account_id, offering_type_id, trial_person)
  where is_trial and status <> 'cancelled';
create index orders_of_guest on orders (contact_key(guest_email, guest_phone)) where account_id is null;
create index waiting_entries_of_guest on waiting_entries (contact_key(email, phone)) where account_id is null;
