-- serves: 0054
-- Takings are read by the days on which money came in and went back.
create index payments_settled on payments (settled_at) where status = 'succeeded';
-- The moment that the view `takings` gives a receipt, so that the index serves it.
create index desk_receipts_received on desk_receipts ((received_on::timestamp at time zone 'Europe/London'));
create index refunds_settled on refunds (settled_at) where status = 'succeeded';
