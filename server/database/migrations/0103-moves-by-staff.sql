-- serves: 0054
-- The member of staff who moved a place; null if the family did, or a cancelled date.
alter table booking_moves add column staff_id bigint references staff;
create index booking_moves_by_staff on booking_moves (staff_id) where staff_id is not null;
