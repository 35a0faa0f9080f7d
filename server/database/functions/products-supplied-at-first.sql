-- Counts a new product's whole stock as supplied.
create or replace function products_supplied_at_first() returns trigger language plpgsql as $$
begin
  new.supplied := coalesce(new.supplied, new.stock);
  return new;
end $$;
create or replace trigger products_supplied_at_first before insert on products
  for each row execute function products_supplied_at_first();
