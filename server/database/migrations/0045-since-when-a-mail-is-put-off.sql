-- serves: 0016
-- A mail is given up when its recipient's server has put it off for days, and not because it waited for a setting of ours.
alter table mails add column put_off_at timestamptz;
