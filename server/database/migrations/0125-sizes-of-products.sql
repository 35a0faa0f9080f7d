-- serves: 0054
-- A size is a product row of its own, so that its stock has the same entries, locks and rules (record 265). It has its
-- name, SKU, stock and place in the list; everything else is that of its product. Older servers never sell one, because
-- `is_active` is false.
alter table products
  add column size_of bigint references products,
  add column is_size_offered boolean not null default false,
  add constraint products_sizes check (case when size_of is null then not is_size_offered
    else not is_active and size_of <> id end);
create unique index products_size_once on products (size_of, name) where size_of is not null;
