-- serves: 0001
alter table mails
  -- After this a mail can no longer help, like a code that has run out: it is not sent.
  add column useful_until timestamptz,
  -- Given up for good: what the mail server answered, or that it was too late.
  add column refused_at timestamptz,
  add column refusal text not null default '',
  add constraint mails_sent_or_refused check (sent_at is null or refused_at is null);
