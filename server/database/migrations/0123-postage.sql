-- serves: 0054
-- The price of sending an order of products: flat, and nothing from a price of the products, if the business says so.
alter table business
  add column postage_pence integer not null default 0 check (postage_pence >= 0),
  add column postage_free_from_pence integer check (postage_free_from_pence > 0),
  -- How long the post takes, in the business's own words: “3 to 5 working days”.
  add column delivery_time text not null default '';

-- Part of the list price.
alter table orders
  add column postage_pence integer not null default 0,
  add constraint orders_postage_of_products
    check (postage_pence = 0 or kind = 'product' and postage_pence between 0 and list_pence);
