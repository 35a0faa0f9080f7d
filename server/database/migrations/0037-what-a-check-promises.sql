-- serves: 0016
-- What the check of a file promises: families, children, classes, dates and credits, and not lines (spec 3 §7).
-- What 0036 added stays for older servers, which read and write it.
alter table imports add column promised jsonb;
