-- Every column that can hold a family's picture, shared by the clearing of uploads and the audit.
create or replace view used_pictures as
  select id as account_id, avatar_path as path from accounts where avatar_path <> ''
  union all
  select account_id, avatar_path from children where avatar_path <> ''
  union all
  select c.account_id, p.photo_path from pick_up_people p join children c on c.id = p.child_id where p.photo_path <> '';
