-- serves: 0001
alter table accounts
  -- How many unpaid orders it may have at once, and let go in a day before it has to wait (functions/account-holds.sql).
  add column unpaid_at_most smallint not null default 3;
