-- Gives a sold line (a place, a pack, a piece of a product order) the VAT code of its type, pack or product on the day of
-- the sale, and keeps it (decision O-126). Before the business is registered, a line has no code.
create or replace function lines_keep_vat_code() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.vat_code is not null and new.vat_code is distinct from old.vat_code then
      raise exception 'a sold line keeps its VAT code' using errcode = 'check_violation', constraint = 'lines_keep_vat_code';
    end if;
  elsif new.vat_code is null then
    select coalesce(nullif(case tg_table_name
        when 'bookings' then (select vat_code from offering_types where id = (to_jsonb(new) ->> 'offering_type_id')::bigint)
        when 'order_packs' then (select vat_code from class_packs where id = (to_jsonb(new) ->> 'class_pack_id')::bigint)
        -- A size has the code of its product.
        else (select p.vat_code from products i join products p on p.id = coalesce(i.size_of, i.id)
          where i.id = (to_jsonb(new) ->> 'product_id')::bigint) end, ''), b.vat_code)
    into new.vat_code from business b where b.is_vat_registered;
  end if;
  return new;
end $$;
create or replace trigger bookings_keep_vat_code before insert or update of vat_code on bookings
  for each row execute function lines_keep_vat_code();
create or replace trigger order_packs_keep_vat_code before insert or update of vat_code on order_packs
  for each row execute function lines_keep_vat_code();
create or replace trigger order_items_keep_vat_code before insert or update of vat_code on order_items
  for each row execute function lines_keep_vat_code();
