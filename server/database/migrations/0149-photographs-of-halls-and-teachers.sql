-- serves: 0054
-- Photographs of the business's own; where there is none, nothing is drawn in its place.
alter table venues add column image_path text not null default '';
alter table offering_types add column teacher_image_path text not null default '';
