-- serves: 0054
-- Products may be handed over at one of the family's classes instead of being sent, if the business offers it.
alter table business add column offers_collect boolean not null default false;
alter table order_deliveries
  add column is_collected boolean not null default false,
  add constraint order_deliveries_collected check (not is_collected or address = '' and postcode = '');
