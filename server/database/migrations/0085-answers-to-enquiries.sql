-- serves: 0054
-- The thread of an enquiry: what was answered by mail, and what colleagues note.
alter table enquiries
  add column assigned_to bigint references staff,
  -- Says of an open enquiry that the next word is theirs. An older server goes on calling it open.
  add column awaits_them boolean not null default false,
  add column answered_elsewhere boolean not null default false,
  -- The number of the mail to the business, in its Message-ID: answers refer to it. The mail itself is not kept for long.
  add column mail_id bigint;
update enquiries set answered_elsewhere = true where answered_at is not null;

create table enquiry_entries (
  id bigint generated always as identity primary key,
  enquiry_id bigint not null references enquiries on delete cascade,
  kind text not null check (kind in ('reply', 'note')),
  staff_id bigint not null references staff,
  body text not null constraint enquiry_entries_say_something check (body <> ''),
  -- The number of a reply's mail, as above.
  mail_id bigint,
  created_at timestamptz not null
);
create index enquiry_entries_of_enquiry on enquiry_entries (enquiry_id, id);

alter table mails
  add column reply_to text not null default '',
  -- The numbers of the mails before it in its thread, with spaces between: for In-Reply-To and References.
  add column follows text not null default '';
