-- serves: 0054
-- One press that cancels dates. Until undo_until it can be undone, and nobody is told and nothing settled; then a job
-- settles every order and tells its family. A hidden or published date that is cancelled stays so (functions/sessions-forward-only.sql).
create table date_cancellations (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  cancelled_at timestamptz not null,
  undo_until timestamptz not null,
  settle text not null check (settle in ('card', 'credits', 'move')),
  to_session_id bigint references sessions,
  -- To the families.
  note text not null default '',
  undone_at timestamptz,
  undone_by bigint references staff,
  -- When the job began, and when every order was settled.
  settling_at timestamptz,
  settled_at timestamptz,
  constraint date_cancellations_target check ((settle = 'move') = (to_session_id is not null)),
  constraint date_cancellations_undone_by check ((undone_at is null) = (undone_by is null)),
  constraint date_cancellations_undone_in_time check (undone_at is null or settling_at is null and undone_at < undo_until),
  constraint date_cancellations_settled_after_undo check (settling_at is null or settling_at >= undo_until),
  constraint date_cancellations_settled_once_begun check (settled_at is null or settled_at >= settling_at)
);

create table cancelled_dates (
  cancellation_id bigint not null references date_cancellations,
  session_id bigint not null references sessions,
  was_hidden boolean not null,
  primary key (cancellation_id, session_id)
);
create index cancelled_dates_of_session on cancelled_dates (session_id);

-- The orders with places at these dates: each is settled once and its family told once.
create table cancelled_date_orders (
  cancellation_id bigint not null references date_cancellations,
  order_id bigint not null references orders,
  settled_at timestamptz,
  told_at timestamptz,
  -- A guest without an email was rung.
  rung_at timestamptz,
  rung_by bigint references staff,
  -- What keeps it from being settled.
  obstacle text not null default '' check (obstacle in ('', 'pageOpen', 'provider')),
  primary key (cancellation_id, order_id),
  constraint cancelled_date_orders_told check (told_at is null or settled_at is not null),
  constraint cancelled_date_orders_rung check ((rung_at is null) = (rung_by is null))
);
create index cancelled_date_orders_of_order on cancelled_date_orders (order_id);
