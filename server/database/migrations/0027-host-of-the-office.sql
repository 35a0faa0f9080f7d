-- serves: 0016
-- Passkeys belong to a host name: a start under another one says so.
alter table business add column office_host text not null default '';
