-- Where the business's pictures are used, so that the library can say so and a used one is not removed.
create or replace view used_site_pictures as
  select image_path as path, 'Type: ' || name as used_in from offering_types where image_path <> ''
  union all select detail_image_path, 'Type: ' || name from offering_types where detail_image_path <> ''
  union all select teacher_image_path, 'Teacher: ' || name from offering_types where teacher_image_path <> ''
  union all select image_path, 'Venue: ' || name from venues where image_path <> ''
  union all select image_path, 'Class: ' || name from offerings where image_path <> ''
  union all select image_path, 'Pack: ' || name from class_packs where image_path <> ''
  union all select image_path, 'Category: ' || name from product_categories where image_path <> ''
  union all select image_path, 'Product: ' || name from products where image_path <> ''
  union all select i.path, 'Product: ' || p.name from product_images i join products p on p.id = i.product_id
  union all select distinct image_path, 'Orders' from order_items where image_path <> ''
  union all select image_path, 'Article: ' || title from articles where image_path <> ''
  union all select image_path, 'Promo: ' || title from promo_items where image_path <> ''
  union all select unnest(banner_paths || array[image_2_top, image_2_bottom]), 'Promo: ' || page from promo_pages
  union all select unnest(string_to_array(value, ',')), 'Site: ' || area || ' ' || key from settings
    where format in ('image', 'image_list')
  union all select p.path, t.used_in from site_pictures p join (
    select 'Type: ' || name as used_in, details_html || introduction_html as text from offering_types
    union all select 'Class: ' || name, introduction_html from offerings
    union all select 'Product: ' || name, content_html from products
    union all select 'Article: ' || title, content_html from articles
    union all select 'Promo: ' || title, content_html from promo_items
    union all select 'Promo: ' || page, text_2_top || text_2_bottom from promo_pages
    union all select 'Site: ' || area || ' ' || key, value from settings where format = 'html'
    union all select 'Terms of before', value from text_versions where area = 'site' and key in ('termsHtml', 'privacyHtml')
  ) t on strpos(t.text, p.path) > 0;
