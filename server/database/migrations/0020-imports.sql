-- serves: 0016
-- What a business brings along from another system: each file with what became of its lines.
create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('families', 'classes', 'credits')),
  file_name text not null,
  sha256 bytea not null,
  encoding text not null,
  policy text not null default 'createOnly' check (policy in ('createOnly', 'fillEmpty', 'overwrite')),
  state text not null check (state in ('uploaded', 'checked', 'running', 'done', 'failed', 'undone')),
  columns jsonb not null default '[]',
  -- The file itself in an envelope, as notes are: people's data, and gone when it is no longer needed.
  file_sealed bytea,
  rows integer not null,
  good integer not null default 0,
  bad integer not null default 0,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index imports_one_at_work on imports (kind) where state = 'running';
create index imports_of_file on imports (sha256);

create table import_rows (
  import_id bigint not null references imports,
  line integer not null,
  problems jsonb not null default '[]',
  outcome text not null check (outcome in ('bad', 'made', 'changed', 'kept', 'undone')),
  account_id bigint references accounts,
  -- The ids of what came of the line.
  made jsonb not null default '{}',
  -- What stood there before a change, in an envelope.
  before_sealed bytea,
  primary key (import_id, line)
);
create index import_rows_account on import_rows (account_id) where account_id is not null;

-- That somebody agreed to offers, when, and to which words.
create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('offers')),
  is_given boolean not null,
  wording text not null,
  given_on date not null,
  source text not null,
  created_at timestamptz not null
);
create index consents_of_account on consents (account_id, id);

alter table credit_entries add column staff_id bigint references staff;
alter table credit_entries drop constraint credit_entries_reason_check;
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('pack', 'booking', 'refund', 'adjustment', 'granted'));
alter table credit_entries add constraint credit_entries_granted_by
  check (reason <> 'granted' or staff_id is not null and order_id is null);
