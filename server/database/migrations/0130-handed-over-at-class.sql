-- serves: 0054
-- Products that were ticked as handed over in the register of a class (decision O-158). The delivery counts as sent, and
-- the family is told, once the tick can no longer be undone.
alter table order_deliveries
  add column handed_over_at timestamptz,
  add column handed_over_by bigint references staff,
  add column handed_over_in bigint references sessions,
  add constraint order_deliveries_handed_over check (num_nonnulls(handed_over_at, handed_over_by, handed_over_in) in (0, 3)),
  add constraint order_deliveries_handed_over_collected check (handed_over_at is null or is_collected);
