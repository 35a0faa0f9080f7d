-- serves: 0054
-- Which changes of a family's address the office made, and when the old address agreed: until then its notes stay closed.
alter table email_changes add changed_by bigint references staff, add agreed_at timestamptz;
