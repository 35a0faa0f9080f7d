-- serves: 0054
-- A class may refuse children who are older or younger than its age group on the day (E-26), and families who are new.
alter table offerings
  add column refuses_other_ages boolean not null default false,
  add column is_members_only boolean not null default false;
