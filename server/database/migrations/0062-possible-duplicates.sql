-- serves: 0054
-- The office sees who may be stored twice (functions/possible-duplicates.sql), and says which pairs stay as they are.
create table kept_duplicates (
  kind text not null check (kind in ('account', 'child', 'trial', 'place', 'waiting')),
  id bigint not null,
  other_id bigint not null,
  staff_id bigint not null references staff,
  kept_at timestamptz not null,
  primary key (kind, id, other_id)
);

-- functions/email-address.sql has this rule for later servers; the index below needs it here.
create or replace function is_email_address(email text) returns boolean language sql immutable
  return length(email) <= 254 and strpos(email, '@') <= 65 and lower(email) ~
    '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$';

-- Of these there are few or none, so the list costs little however many families there are.
create index accounts_without_email_address on accounts (id) where status = 'active' and not is_email_address(email);
create index bookings_duplicate on bookings (id) where duplicate_id > 0;
create index bookings_duplicate_trial on bookings (id) where trial_person ~ ' #[0-9]+$';
