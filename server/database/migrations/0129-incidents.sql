-- serves: 0054
-- The record of an accident or another incident. It is sealed like a medical note, is never changed, and is deleted
-- after `keep_until`.
create table incidents (
  id bigint generated always as identity primary key,
  session_id bigint not null references sessions,
  on_day date not null,
  booking_id bigint references bookings,
  walk_in_id uuid references walk_ins,
  sealed bytea not null,
  staff_id bigint not null references staff,
  written_at timestamptz not null,
  keep_until date not null,
  constraint incidents_of_one check ((booking_id is null) <> (walk_in_id is null))
);
create index incidents_of_day on incidents (session_id, on_day);
create index incidents_of_booking on incidents (booking_id) where booking_id is not null;
create index incidents_by_end on incidents (keep_until);
-- Owners are mailed about incidents, like about large refunds.
update staff set mail_wishes = mail_wishes || '{incident}' where role = 'owner';
