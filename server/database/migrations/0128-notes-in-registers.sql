-- serves: 0054
-- What a member noted in a register about a booked place or a walk-in, on a day. A removed note has no text.
create table register_notes (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  session_id bigint not null references sessions,
  on_day date not null,
  booking_id bigint references bookings,
  walk_in_id uuid references walk_ins,
  body text not null,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by bigint not null references staff,
  constraint register_notes_of_one check ((booking_id is null) <> (walk_in_id is null))
);
create index register_notes_of_day on register_notes (session_id, on_day);
create index register_notes_of_booking on register_notes (booking_id) where booking_id is not null;
create index register_notes_of_walk_in on register_notes (walk_in_id) where walk_in_id is not null;
