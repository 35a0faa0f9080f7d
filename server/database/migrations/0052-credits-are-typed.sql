-- serves: 0048
-- A place can be paid for with credits only where somebody has typed how many it costs. Dates that exist keep theirs.
alter table sessions alter column credits set default 0;
