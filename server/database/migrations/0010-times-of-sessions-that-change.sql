-- serves: 0008
-- A constraint is asked at every change of a row, so that a session from before could no longer lose a place. The
-- trigger in functions/sessions-times-exist.sql asks when the times themselves are written.
alter table sessions drop constraint sessions_times_exist;
