-- serves: 0016
-- What a family's claim for childcare asks of the provider (record 035): the register and the number there.
alter table business add column childcare_registration text not null default '';
