-- serves: 0054
-- Ranges of ages that camps and parents' sessions have instead of an age group (record 262). Classes with the same range
-- share its row, which is never offered as an age group.
alter table age_groups add column is_range boolean not null default false;
alter table age_groups add constraint age_groups_ranges_not_offered check (not (is_range and is_active));
-- A range may have the name of an age group.
alter table age_groups drop constraint age_groups_name_key;
create unique index age_groups_name_key on age_groups (name) where not is_range;
create unique index age_groups_range_once on age_groups (coalesce(from_months, 0), coalesce(to_months, 0)) where is_range;
