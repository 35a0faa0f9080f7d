-- serves: 0016
-- The office's directory of families (record 064): a page of 50,000 is read from where the one before ended.
create index accounts_by_name on accounts (lower(last_name || ' ' || first_name), id) where status = 'active';
