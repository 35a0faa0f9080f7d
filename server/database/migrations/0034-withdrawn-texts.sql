-- serves: 0016
-- A text that was to hold from a later moment on is called off by a row of its own, once.
alter table text_versions add column withdraws_id bigint references text_versions;
create unique index text_versions_withdrawn on text_versions (withdraws_id) where withdraws_id is not null;
