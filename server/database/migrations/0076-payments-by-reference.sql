-- serves: 0054
-- Hooks and what the provider lists of refunds name a payment so.
create index payments_of_reference on payments (payment_ref) where payment_ref <> '';
