-- serves: 0054
-- A message that staff write to many families. Whom it reaches is decided when it begins, and never again.
create table office_messages (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('service', 'offers')),
  audience jsonb not null default '{}',
  -- What it is about, in words that name no family.
  about text not null,
  -- The family that it is written to, if it is one.
  account_id bigint references accounts,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  send_at timestamptz not null,
  decided_at timestamptz,
  -- How many of the audience had not agreed to offers then.
  without_consent integer not null default 0 check (without_consent >= 0),
  stopped_at timestamptz,
  stopped_by bigint references staff,
  constraint office_messages_stopped check ((stopped_at is null) = (stopped_by is null)),
  constraint office_messages_begins check (send_at >= created_at and decided_at >= send_at)
);
create index office_messages_of_account on office_messages (account_id) where account_id is not null;

create table message_recipients (
  id bigint generated always as identity primary key,
  message_id bigint not null references office_messages,
  -- The address, in lower case; of a guest without one, the telephone number.
  contact text not null check (contact <> ''),
  account_id bigint references accounts,
  name text not null,
  first_name text not null,
  email text not null,
  phone text not null,
  children text[] not null,
  classes text[] not null,
  day date,
  -- Why an address is left out after all.
  left_out text not null default '' check (left_out in ('', 'noConsent')),
  mail_id bigint references mails,
  rung_at timestamptz,
  rung_by bigint references staff,
  constraint message_recipients_once unique (message_id, contact),
  constraint message_recipients_contact check (email = '' or contact = email),
  constraint message_recipients_mailed check (mail_id is null or email <> '' and left_out = ''),
  constraint message_recipients_rung check ((rung_at is null) = (rung_by is null) and (rung_at is null or email = ''))
);
create index message_recipients_of_account on message_recipients (account_id) where account_id is not null;
create unique index message_recipients_mail_once on message_recipients (mail_id) where mail_id is not null;
create index message_recipients_unwritten on message_recipients (message_id, id)
  where mail_id is null and email <> '' and left_out = '';

-- Where a mail program unsubscribes its reader with one press.
alter table mails add column unsubscribe_address text not null default '';
