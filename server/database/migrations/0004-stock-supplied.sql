-- How many pieces of a product the business has ever put on the shelf. Orders never touch it, so the audit can
-- tell whether the stock is what is left of it: supplied = stock + what live orders took (trust §3, 15).

alter table products add column supplied integer;

update products set supplied = stock + (
  select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
  where i.product_id = products.id and o.status <> 'cancelled');

alter table products alter column supplied set not null;

create function products_supplied_at_first() returns trigger language plpgsql as $$
begin
  new.supplied := coalesce(new.supplied, new.stock);
  return new;
end $$;
create trigger products_supplied_at_first before insert on products
  for each row execute function products_supplied_at_first();

-- Completing orders looks for these alone (decision E-02).
create index orders_to_complete on orders (paid_at) where kind = 'product' and status = 'paid';
