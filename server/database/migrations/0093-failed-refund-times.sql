-- serves: 0054
-- When a refund failed last, so that the order's history shows it, also once it was made in another way.
alter table refunds add column failed_at timestamptz;
