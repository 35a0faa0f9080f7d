-- serves: 0054
-- A person with a contact is known by the email address or by the dialled number, whichever is the same: one index each.
-- The functions stand in functions/compare-text.sql; here they are as the indexes below need them.
create or replace function email_key(email text) returns text language sql immutable
  return nullif(lower(email), '');
create or replace function phone_key(phone text) returns text language sql immutable
  return case when length(phone_words(phone)) >= 7 then phone_words(phone) end;

drop index bookings_attendee_once;
drop index bookings_guest_trial_once;

-- Who is one person by this rule and has two live places of one date, or two trials of one type, keeps both. The later
-- one carries its own number, so that the indexes refuse only what is booked from now on.
update bookings b set duplicate_id = b.id from (
  select id, email_key(attendee_email) is not null and (
      row_number() over (partition by session_id, email_key(attendee_email), name_key(attendee_name) order by id) > 1
      or is_trial and row_number() over (partition by is_trial, offering_type_id, email_key(attendee_email) order by id) > 1)
    or phone_key(attendee_phone) is not null and (
      row_number() over (partition by session_id, phone_key(attendee_phone), name_key(attendee_name) order by id) > 1
      or is_trial and row_number() over (partition by is_trial, offering_type_id, phone_key(attendee_phone) order by id) > 1)
    as is_duplicate
  from bookings where status <> 'cancelled' and child_id is null and duplicate_id = 0
) nth where nth.id = b.id and nth.is_duplicate;

-- A key that is null, because no address or number was given, equals no other.
create unique index bookings_attendee_once on bookings
  (session_id, email_key(attendee_email), name_key(attendee_name), duplicate_id)
  where status <> 'cancelled' and child_id is null;
create unique index bookings_attendee_phone_once on bookings
  (session_id, phone_key(attendee_phone), name_key(attendee_name), duplicate_id)
  where status <> 'cancelled' and child_id is null;
create unique index bookings_guest_trial_once on bookings
  (offering_type_id, email_key(attendee_email), duplicate_id)
  where is_trial and status <> 'cancelled' and child_id is null;
create unique index bookings_guest_trial_phone_once on bookings
  (offering_type_id, phone_key(attendee_phone), duplicate_id)
  where is_trial and status <> 'cancelled' and child_id is null;

-- What a guest holds is looked up by either.
create index orders_unpaid_of_email on orders (email_key(guest_email)) where account_id is null and status = 'pending';
create index orders_unpaid_of_phone on orders (phone_key(guest_phone)) where account_id is null and status = 'pending';
