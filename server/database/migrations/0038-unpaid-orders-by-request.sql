-- serves: 0016
-- A repeated submit is looked for among unpaid orders by what was asked. Under the condition that other indexes of
-- unpaid orders have, PostgreSQL may read one of those instead: a plan that is made while nothing is unpaid takes them
-- all for empty, and is kept. An order has a hold as long as it is unpaid (orders_pending_has_hold).
drop index orders_repeats;
create index orders_repeats on orders (request_hash) where hold_expires_at is not null;
