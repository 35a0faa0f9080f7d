-- serves: 0048
-- The first values of each column stand sealed beside the file, so that showing an import does not open its file.
alter table imports add column samples_sealed bytea;

-- A file has 250 columns at most. Wider ones that were never imported go; of those that were, only the list of columns.
delete from import_rows where import_id in (
  select id from imports where state in ('uploaded', 'checked') and jsonb_array_length(columns) > 250);
delete from imports where state in ('uploaded', 'checked') and jsonb_array_length(columns) > 250;
update imports set columns = '[]' where state in ('done', 'undone') and jsonb_array_length(columns) > 250;
alter table imports add constraint imports_columns_at_most check (jsonb_array_length(columns) <= 250) not valid;
