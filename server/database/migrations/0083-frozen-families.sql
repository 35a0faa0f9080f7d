-- serves: 0054
-- A family that the office has frozen neither logs in nor books. Its places stand.
alter table accounts add column frozen_at timestamptz;
