-- serves: 0016
-- Where the business is, its tax, and whether its mail was tried out. Name and address stood in one line.
alter table business
  add column address text not null default '',
  add column postcode text not null default '',
  add column is_vat_registered boolean not null default false,
  add column vat_number text not null default '',
  add column mail_checked_at timestamptz;
update business set name = split_part(value, ',', 1), address = ltrim(substr(value, strpos(value || ',', ',') + 1))
  from settings where area = 'site' and key = 'contactAddress';
-- Where there are families and classes already, visitors stay let in.
update business set opened_at = (select min(created_at) from accounts)
  where opened_at is null and exists (select from offering_types);
