-- serves: 0054
-- Who marked the products of an order as sent; empty for what was sent before staff could say so.
alter table order_deliveries add dispatched_by bigint references staff,
  add constraint order_deliveries_dispatched_by check (dispatched_by is null or dispatched_at is not null);

-- Products that are paid: those that wait to be sent, and those of the last fortnight.
create index orders_of_parcels on orders (paid_at, id) where kind = 'product' and status = 'paid';
