-- Counts a new product's whole stock as supplied, and gives a new size the category and price of its product.
create or replace function products_supplied_at_first() returns trigger language plpgsql as $$
begin
  new.supplied := coalesce(new.supplied, new.stock);
  if new.size_of is not null then
    new.is_active := false;
    select p.category_id, p.price_pence into new.category_id, new.price_pence from products p
    where p.id = new.size_of and p.size_of is null;
    if not found then
      raise exception 'a size belongs to a product' using errcode = 'foreign_key_violation', constraint = 'products_size_of_fkey';
    end if;
  end if;
  return new;
end $$;
create or replace trigger products_supplied_at_first before insert on products
  for each row execute function products_supplied_at_first();
