-- serves: 0054
-- Staff search for the order of a reference.
create index payments_reference on payments (lower(reference)) where reference <> '';
