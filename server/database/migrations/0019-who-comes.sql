-- serves: 0016
-- Who is found by a few letters: one row for an account or a guest. functions/people-search.sql fills it and keeps it.
create table people_search (
  who text primary key,
  account_id bigint references accounts on delete cascade,
  words text not null
);
-- No parser of texts: its ideas of addresses and numbers are not those of who types the beginning of a word.
create index people_search_found on people_search using gin (array_to_tsvector(string_to_array(words, ' ')));
create index people_search_account on people_search (account_id);

-- How many medical notes staff have opened on a day, for the audit to compare with the log (invariant 36).
create table note_opens (
  day date primary key,
  opened integer not null check (opened > 0)
);

alter table enquiries
  add column state text not null default 'new' check (state in ('new', 'open', 'done', 'spam')),
  add column answered_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by bigint references staff;
create index enquiries_by_state on enquiries (state, created_at desc, id desc);

create index bookings_live_of_session on bookings (session_id) where status <> 'cancelled';
create index sessions_by_day on sessions (start_date);
create index orders_newest on orders (placed_at desc, id desc);
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_of_guest on orders (lower(coalesce(nullif(guest_email, ''), guest_phone))) where account_id is null;
create index waiting_entries_of_guest on waiting_entries (lower(coalesce(nullif(email, ''), phone))) where account_id is null;
