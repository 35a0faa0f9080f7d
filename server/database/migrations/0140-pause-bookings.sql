-- serves: 0054
-- A business may pause its bookings, with a text for visitors.
alter table business
  add column paused_at timestamptz,
  add column pause_text text not null default '' check (length(pause_text) <= 300),
  add constraint business_pause_has_text check (paused_at is null or pause_text <> '');
