-- serves: 0054
-- The readings of notes without a signal that phones have handed in. A repeated one is logged once.
create table away_readings (
  id uuid primary key,
  staff_id bigint not null references staff,
  session_id bigint not null references sessions,
  read_at timestamptz not null,
  received_at timestamptz not null
);
