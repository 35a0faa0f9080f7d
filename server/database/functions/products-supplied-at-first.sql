-- A new product has put its whole stock on the shelf.
create or replace function products_supplied_at_first() returns trigger language plpgsql as $$
begin
  new.supplied := coalesce(new.supplied, new.stock);
  return new;
end $$;
create or replace trigger products_supplied_at_first before insert on products
  for each row execute function products_supplied_at_first();
