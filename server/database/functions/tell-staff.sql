-- Writes the job that mails the members of staff who wish for such news; the same event again is no other. `words` name
-- no person: what they are of stands in the office.
create or replace function tell_staff(wish text, event text, words text, at timestamptz)
returns void language sql as $$
  select enqueue_job('tell-staff', jsonb_build_object('wish', wish, 'event', event, 'words', words), at, 'tell-staff-' || event)
$$;
