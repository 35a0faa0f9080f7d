-- Writes a mail and the job that sends it, in the caller's transaction. A second mail with the same key is
-- ignored. An urgent mail, such as a code, does not queue behind hundreds of others, and no other mail behind those
-- that staff write to many.
create or replace function write_mail(
  to_email text, subject text, body_text text, calendar_text text, purpose text, once_key text,
  useful_until timestamptz, account_id bigint, at timestamptz
) returns void language sql as $$
  with written as (
    insert into mails (to_email, subject, body_text, calendar_text, purpose, once_key, useful_until, account_id, created_at)
    values (to_email, subject, body_text, calendar_text, purpose, once_key, useful_until, account_id, at)
    on conflict (once_key) do nothing
    returning id, mails.useful_until
  )
  select enqueue_job(
    case when purpose in ('message', 'offers') then 'send-bulk-mail'
      when written.useful_until is null then 'send-mail' else 'send-urgent-mail' end,
    jsonb_build_object('mailId', id), at, null
  ) from written
$$;
