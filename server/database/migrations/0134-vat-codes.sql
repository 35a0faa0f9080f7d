-- serves: 0054
-- VAT codes (decision O-126). A type, pack or product without a code of its own ('') has the business's. A sold line keeps
-- the code of its day (functions/lines-keep-vat-code.sql); without one it was sold before the business was registered, or
-- before codes were kept.
create table vat_rates (
  code text not null check (code in ('standard', 'reduced', 'zero', 'exempt', 'outside')),
  from_day date not null,
  percent numeric(5, 2) not null check (percent >= 0),
  primary key (code, from_day)
);
insert into vat_rates values ('standard', '2011-01-04', 20), ('reduced', '1997-09-01', 5), ('zero', '1973-04-01', 0),
  ('exempt', '1973-04-01', 0), ('outside', '1973-04-01', 0);
alter table business
  add column vat_code text not null default 'standard'
    check (vat_code in ('standard', 'reduced', 'zero', 'exempt', 'outside')),
  add column vat_registered_on date;
alter table offering_types add column vat_code text not null default ''
  check (vat_code in ('', 'standard', 'reduced', 'zero', 'exempt', 'outside'));
alter table class_packs add column vat_code text not null default ''
  check (vat_code in ('', 'standard', 'reduced', 'zero', 'exempt', 'outside'));
alter table products add column vat_code text not null default ''
  check (vat_code in ('', 'standard', 'reduced', 'zero', 'exempt', 'outside'));
alter table bookings add column vat_code text
  check (vat_code in ('standard', 'reduced', 'zero', 'exempt', 'outside'));
alter table order_packs add column vat_code text
  check (vat_code in ('standard', 'reduced', 'zero', 'exempt', 'outside'));
alter table order_items add column vat_code text
  check (vat_code in ('standard', 'reduced', 'zero', 'exempt', 'outside'));
