-- serves: 0054
-- The card provider's account whose keys an owner enters in the office. An empty id means none yet.
create table card_account (
  id boolean primary key default true check (id),
  account_id text not null default '',
  account_name text not null default '',
  secret_sealed bytea,
  -- The address at the provider's that receives its messages, and the secret that signs them.
  hook_id text not null default '',
  hook_sealed bytea,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint card_account_is_whole check (
    (account_id = '') = (secret_sealed is null) and (account_id = '') = (hook_sealed is null)
    and (account_id = '') = (hook_id = ''))
);
insert into card_account default values;
-- The account that a card page was opened with; empty for keys of the environment.
alter table payments add column card_account_id text not null default '';
