-- serves: 0008
-- What a parent asks before the first time; the business writes it, and what is empty is not shown.
alter table venues add column directions text not null default '';
alter table offering_types
  add column teacher text not null default '',
  add column to_bring text not null default '';
