-- serves: 0016
-- What the check of a file promises: families, children, classes, dates and credits, and not lines (spec 3 §7).
alter table imports drop column present, drop column joining, add column promised jsonb;
