-- One private, revocable calendar address per account; only the hash of its secret is kept.
create table calendar_feeds (
  account_id bigint primary key references accounts,
  secret_hash bytea not null
    constraint calendar_feeds_hash_once unique
    constraint calendar_feeds_hash_length check (octet_length(secret_hash) = 32),
  created_at timestamptz not null
);
