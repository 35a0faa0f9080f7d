-- serves: 0054
-- What is odd about lines that can be taken, each sentence once with its lines.
alter table imports add column warnings jsonb not null default '[]';
