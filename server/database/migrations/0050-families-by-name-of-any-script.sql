-- serves: 0048
-- The office's directory of families is sorted as people expect it: Ångström before Bell.
drop index accounts_by_name;
create index accounts_by_name on accounts ((last_name || ' ' || first_name) collate "und-x-icu", id)
  where status = 'active';
