-- serves: 0016
-- What the check of a file tells of its good lines (spec 3 §2.4): those that are of what is there already, and those that
-- bring something new to it.
alter table imports add column present integer not null default 0, add column joining integer not null default 0;
