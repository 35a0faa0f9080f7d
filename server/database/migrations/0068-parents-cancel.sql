-- serves: 0054
-- Whether families may cancel a paid place themselves. A business switches it on.
alter table business add column parents_may_cancel boolean not null default false;
