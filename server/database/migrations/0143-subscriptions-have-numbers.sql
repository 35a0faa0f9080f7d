-- serves: 0054
-- A message keeps whom it leaves out, and may not keep an address for that.
alter table subscriptions add column id bigint generated always as identity;
alter table subscriptions add constraint subscriptions_id_once unique (id);
