-- serves: 0016
-- Whom an age group is meant for: advice to who books (E-26). Empty where nobody has said it.
alter table age_groups
  add column if not exists from_months integer,
  -- The first month at which a child is too old.
  add column if not exists to_months integer check (to_months >= from_months);
