-- serves: 0054
-- A reading of a register now has an id in both ways in which it is logged: by the server's answer, and by a phone that
-- showed the notes before. The children say whom the log already has under it; null in rows from before.
alter table away_readings add column child_ids bigint[];
