-- serves: 0054
-- A grant of credits is taken back once.
create unique index staff_actions_grant_undone_once on staff_actions ((facts ->> 'undoes'))
  where action = 'credit.grant' and facts ->> 'undoes' is not null;
