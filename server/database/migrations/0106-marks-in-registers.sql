-- serves: 0054
-- People who came without a booking. The device that noted them makes the id.
create table walk_ins (
  id uuid primary key,
  session_id bigint not null references sessions,
  on_day date not null,
  name text not null check (name <> ''),
  phone text not null default '',
  is_trial boolean not null default false,
  staff_id bigint not null references staff,
  came_at timestamptz not null,
  received_at timestamptz not null
);
create index walk_ins_of_day on walk_ins (session_id, on_day);

-- One press in a register. Presses are only added: the newest by the device's time holds for its place and day
-- (functions/held-marks.sql). The device makes the id, so that a press that is sent twice counts once.
create table register_marks (
  id uuid primary key,
  session_id bigint not null references sessions,
  on_day date not null,
  booking_id bigint references bookings,
  walk_in_id uuid references walk_ins,
  -- 'none' takes the earlier marks back.
  state text not null check (state in ('here', 'late', 'absent', 'left', 'none')),
  collected_by text not null default '',
  marked_at timestamptz not null,
  staff_id bigint not null references staff,
  received_at timestamptz not null,
  -- Why the mark cannot be placed; somebody looks at it.
  problem text not null default '' check (problem in ('', 'cancelled', 'moved', 'day')),
  constraint register_marks_of_one check ((booking_id is null) <> (walk_in_id is null)),
  constraint register_marks_collected check (collected_by = '' or state = 'left'),
  constraint register_marks_made_before check (marked_at <= received_at)
);
create index register_marks_of_day on register_marks (session_id, on_day);
create index register_marks_of_booking on register_marks (booking_id) where booking_id is not null;
create index register_marks_of_walk_in on register_marks (walk_in_id) where walk_in_id is not null;
create index register_marks_with_problem on register_marks (session_id) where problem <> '';
