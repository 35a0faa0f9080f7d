-- serves: 0054
-- What the office notes about a family, for colleagues. The family gets a copy when it asks for its data. A withdrawn
-- note keeps no text.
create table family_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  staff_id bigint not null references staff,
  body text not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by bigint references staff,
  constraint family_notes_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null)),
  constraint family_notes_say_something check ((body = '') = (withdrawn_at is not null))
);
create index family_notes_of_account on family_notes (account_id);
