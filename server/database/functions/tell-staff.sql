-- Writes the job that mails the members of staff who want this kind of news. The same event again is ignored.
-- `words` name no person; the office shows who it is about.
create or replace function tell_staff(wish text, event text, words text, at timestamptz)
returns void language sql as $$
  select enqueue_job('tell-staff', jsonb_build_object('wish', wish, 'event', event, 'words', words), at, 'tell-staff-' || event)
$$;
