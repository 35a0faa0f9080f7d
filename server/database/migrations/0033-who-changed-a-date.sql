-- serves: 0016
-- Who changed a date (spec 3 §2.5): the log names many dates in one row.
create index staff_actions_dates on staff_actions using gin ((facts -> 'sessions') jsonb_path_ops);
