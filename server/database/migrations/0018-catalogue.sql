-- serves: 0016
-- What staff edit carries a version: who saves an older one than there is, is told (record 059).
do $$
declare edited text;
begin
  foreach edited in array array['venues', 'age_groups', 'offering_types', 'class_packs', 'product_categories', 'products',
    'discount_codes', 'articles', 'promo_pages', 'promo_items', 'settings'] loop
    execute format('alter table %I add column version integer not null default 1, add column updated_at timestamptz,
      add column updated_by bigint references staff', edited);
  end loop;
end $$;
alter table promo_pages add column id bigint generated always as identity unique;
alter table settings add column id bigint generated always as identity unique;

alter table venues
  add column postcode text not null default '',
  add column map_url text not null default '',
  add column what_to_bring text not null default '';
-- What stands on a promo page may be written before its head.
alter table promo_items
  drop constraint promo_items_page_fkey,
  add constraint promo_items_page check (page in ('party', 'bespoke'));
alter table articles add column is_active boolean not null default true;
alter table promo_items add column is_active boolean not null default true;
alter table products
  add column sku text constraint products_sku_once unique check (sku <> ''),
  add column low_stock integer not null default 3 check (low_stock >= 0);

-- Every piece that came or went otherwise than by an order. Append-only.
create table stock_entries (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  delta integer not null check (delta <> 0),
  supplied_after integer not null,
  reason text not null check (reason in ('delivery', 'count', 'writtenOff')),
  note text not null default '',
  staff_id bigint not null references staff,
  created_at timestamptz not null
);
create index stock_entries_of_product on stock_entries (product_id, id);

-- The business's own pictures; those of families stand in media.
create table site_pictures (
  id bigint generated always as identity primary key,
  path text not null unique,
  -- Null: nobody has said yet; '': it is decoration.
  alt text,
  created_at timestamptz not null,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff
);

-- What a text said, and from when. Append-only: what a family agreed to stays readable.
create table text_versions (
  id bigint generated always as identity primary key,
  area text not null,
  key text not null,
  value text not null,
  note text not null default '',
  effective_at timestamptz not null,
  -- Null: it stood there before the first change.
  staff_id bigint references staff,
  created_at timestamptz not null
);
create index text_versions_of_text on text_versions (area, key, id);
