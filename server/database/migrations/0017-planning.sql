-- serves: 0016
-- What a term is planned with (spec 3 §2.5): rooms, terms with their closures, the weekly slots that dates were made
-- from, who teaches, and dates that are drafts, cancelled or at another time than they were.
create table rooms (
  id bigint generated always as identity primary key,
  venue_id bigint not null references venues,
  name text not null check (name <> ''),
  capacity integer check (capacity > 0),
  is_shared boolean not null default false,
  sort integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint rooms_name_once unique (venue_id, name),
  unique (id, venue_id)
);

create table terms (
  id bigint generated always as identity primary key,
  name text not null constraint terms_name_given check (name <> ''),
  start_date date not null,
  end_date date not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  publish_at timestamptz,
  copied_from bigint references terms,
  -- The classes that a copy has still to make; null when nothing is.
  still_to_copy jsonb,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint terms_name_once unique (name),
  constraint terms_end_after_start check (end_date >= start_date and end_date - start_date < 370)
);

create table closures (
  id bigint generated always as identity primary key,
  term_id bigint not null references terms,
  -- Null: every venue.
  venue_id bigint references venues,
  name text not null check (name <> ''),
  start_date date not null,
  end_date date not null,
  constraint closures_end_after_start check (end_date >= start_date)
);
create index closures_of_term on closures (term_id);

create table offering_slots (
  id bigint generated always as identity primary key,
  offering_id bigint not null references offerings,
  -- Monday is 1.
  weekday smallint not null check (weekday between 1 and 7),
  start_time time not null,
  end_time time not null,
  weeks text not null default 'every' check (weeks in ('every', 'odd', 'even')),
  room_id bigint references rooms,
  capacity integer not null check (capacity >= 0),
  teacher_ids bigint[] not null default '{}',
  constraint offering_slots_end_after_start check (end_time > start_time),
  constraint offering_slots_once unique (offering_id, weekday, start_time),
  unique (id, offering_id)
);

alter table offerings
  add column term_id bigint references terms,
  add column room_id bigint references rooms,
  add column late_join boolean not null default true,
  add column version integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by bigint references staff;
create index offerings_of_term on offerings (term_id);

alter table sessions
  add column slot_id bigint references offering_slots,
  add column room_id bigint references rooms,
  -- The planner wants this date although the term or the venue is closed.
  add column is_kept_in_closure boolean not null default false,
  add column cancelled_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by bigint references staff,
  drop constraint sessions_status_check,
  add constraint sessions_status_check check (status in ('draft', 'scheduled', 'withdrawn', 'cancelled')),
  add constraint sessions_cancelled_when check ((status = 'cancelled') = (cancelled_at is not null)),
  add constraint sessions_draft_is_empty check (status <> 'draft' or places_taken + places_offered = 0),
  -- A cancelled date would keep its place in the timetable for ever.
  drop constraint sessions_once;
create unique index sessions_once on sessions (offering_id, start_date, start_time, name) where status <> 'cancelled';
create index sessions_in_room on sessions (room_id, start_date) where room_id is not null and status <> 'cancelled';

create table session_teachers (
  session_id bigint not null references sessions,
  staff_id bigint not null references staff,
  primary key (session_id, staff_id)
);
create index session_teachers_of on session_teachers (staff_id, session_id);

-- Published dates that got another time, and what their families were told (decision O-18).
create table session_changes (
  id bigint generated always as identity primary key,
  session_id bigint not null references sessions,
  was_starts_at timestamptz not null,
  is_starts_at timestamptz not null,
  answer_until timestamptz not null,
  staff_id bigint not null references staff,
  changed_at timestamptz not null
);
create index session_changes_of on session_changes (session_id);
