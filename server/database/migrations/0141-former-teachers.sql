-- serves: 0054
-- Teachers who were taken off a date. What they marked before counts, although their phone sends it afterwards.
create table former_teachers (
  session_id bigint not null references sessions on delete cascade,
  staff_id bigint not null references staff,
  until timestamptz not null,
  primary key (session_id, staff_id)
);
