-- serves: 0001
alter table accounts
  -- Asked for: it counts once the code that was mailed to it has been typed. Empty when none is.
  add column new_email text not null default ''
    constraint accounts_new_email_another check (new_email = lower(new_email) and new_email <> email);

alter table email_codes
  drop constraint email_codes_purpose_check,
  add constraint email_codes_purpose_check check (purpose in ('register', 'reset_password', 'change_email'));

-- Addresses that were confirmed; the one before can take its account back for a while.
create table email_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  old_email text not null,
  new_email text not null,
  secret_hash bytea not null constraint email_changes_secret_once unique,
  changed_at timestamptz not null,
  take_back_until timestamptz not null,
  taken_back_at timestamptz,
  constraint email_changes_taken_back_in_time check (taken_back_at < take_back_until)
);
create index email_changes_of_account on email_changes (account_id, id);
