-- serves: 0016
-- What the audit found, each time that it was made: at night, or by a press in the office.
create table audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  milliseconds integer not null,
  rules integer not null,
  broken jsonb not null default '[]',
  staff_id bigint references staff
);
