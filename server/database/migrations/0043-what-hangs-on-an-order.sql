-- serves: 0016
-- What an order's page in the office tells of it, and who ordered a product: each was read through the whole table, the
-- latter under the product's lock.
create index messages_of_order on messages (order_id) where order_id is not null;
create index payments_of_order on payments (order_id);
create index order_items_of_product on order_items (product_id);
