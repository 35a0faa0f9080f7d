-- serves: 0008
-- Which order took the place that was kept for this entry.
alter table waiting_entries add column order_id bigint references orders;
create index waiting_entries_of_order on waiting_entries (order_id) where order_id is not null;
