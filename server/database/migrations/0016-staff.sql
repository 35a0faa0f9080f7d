-- serves: 0008
-- The people of the office, how they come in, and the log of what they did; the business itself.
create table staff (
  id bigint generated always as identity primary key,
  email text not null constraint staff_email_once unique constraint staff_email_lower check (email = lower(email) and email <> ''),
  full_name text not null constraint staff_named check (full_name <> ''),
  display_name text not null default '',
  role text not null constraint staff_role check (role in ('owner', 'manager', 'frontDesk', 'teacher')),
  password_hash text not null default '',
  totp_sealed bytea,
  totp_last_step bigint not null default 0,
  status text not null constraint staff_status check (status in ('invited', 'active', 'suspended')),
  colour text not null default '#4c636c',
  mail_wishes text[] not null default '{}',
  created_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint staff_active_has_second_factor check (status <> 'active' or password_hash = '' or totp_sealed is not null)
);

create table staff_passkeys (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  credential_id bytea not null constraint staff_passkeys_once unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of on staff_passkeys (staff_id);

create table staff_recovery_codes (
  staff_id bigint not null references staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_sessions (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  token_hash bytea not null constraint staff_sessions_token_once unique
    constraint staff_sessions_token_is_hash check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  revoked_at timestamptz,
  device text not null default '',
  network text not null default '',
  constraint staff_sessions_absolute check (expires_at <= created_at + interval '14 days')
);
create index staff_sessions_of on staff_sessions (staff_id);

create table staff_invitations (
  id bigint generated always as identity primary key,
  email text not null,
  role text not null constraint staff_invitations_role check (role in ('owner', 'manager', 'frontDesk', 'teacher')),
  full_name text not null default '',
  token_hash bytea not null constraint staff_invitations_token_once unique,
  invited_by bigint references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  staff_id bigint references staff,
  constraint staff_invitations_seven_days check (expires_at <= created_at + interval '7 days')
);
create unique index staff_invitations_one_open on staff_invitations (email) where used_at is null;

-- What was done, by whom and why: ids, names of fields and amounts, never what stands in a personal field.
create table staff_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id bigint references staff,
  session_id bigint,
  action text not null,
  subject_kind text not null,
  subject_id bigint,
  account_id bigint references accounts,
  child_ids bigint[] not null default '{}',
  reason text not null default '',
  facts jsonb not null default '{}',
  prev_hash bytea not null,
  hash bytea not null constraint staff_actions_hash_once unique
);
create index staff_actions_subject on staff_actions (subject_kind, subject_id, id desc);
create index staff_actions_account on staff_actions (account_id, id desc) where account_id is not null;
create index staff_actions_of on staff_actions (staff_id, id desc);
create index staff_actions_children on staff_actions using gin (child_ids);
create table audit_head (
  id boolean primary key default true constraint audit_head_one check (id),
  last_hash bytea not null
);
insert into audit_head (last_hash) values (sha256(''));

-- What a press was answered: repeated within a day it is answered so again.
create table staff_requests (
  staff_id bigint not null references staff,
  request_id uuid not null,
  answer jsonb,
  at timestamptz not null,
  primary key (staff_id, request_id)
);

create table business (
  id boolean primary key default true constraint business_one check (id),
  name text not null default '',
  legal_name text not null default '',
  company_number text not null default '',
  accent text not null default '#c23f1b',
  accent_dark text not null default '#9c2f11',
  opened_at timestamptz,
  steps_done text[] not null default '{}',
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff
);
-- Whoever sells already stays open.
insert into business (opened_at) values ((select min(placed_at) from orders));
