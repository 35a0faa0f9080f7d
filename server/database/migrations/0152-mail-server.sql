-- serves: 0054
-- The mail server that an owner enters in the office. An empty host means none yet.
create table mail_server (
  id boolean primary key default true check (id),
  host text not null default '',
  port integer not null default 587 check (port in (25, 465, 587, 2525)),
  user_name text not null default '',
  password_sealed bytea,
  sender_address text not null default '',
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint mail_server_has_sender check (host = '' or sender_address <> ''),
  constraint mail_server_password_has_user check (password_sealed is null or user_name <> '')
);
insert into mail_server default values;
