-- serves: 0054
-- The office edits families and their children: a save carries the version that was read.
alter table accounts
  add column version integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by bigint references staff;
alter table children
  add column version integer not null default 1,
  add column updated_at timestamptz,
  add column updated_by bigint references staff;
