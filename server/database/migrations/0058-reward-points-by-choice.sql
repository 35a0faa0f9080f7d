-- serves: 0054
-- Whether the business gives reward points: a business that exists goes on doing so, a new one decides for itself.
alter table business add column gives_points boolean not null default false;
update business set gives_points = name <> '' or opened_at is not null;
-- Whether an order earns points, as the business's setting was when the order was paid.
alter table orders add column earns_points boolean not null default false;
update orders set earns_points = true where account_id is not null and status in ('paid', 'completed');
