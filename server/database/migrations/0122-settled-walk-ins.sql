-- serves: 0054
-- A walk-in is settled once: by an order, which has the person's data from then on, or without one.
alter table walk_ins add settled_at timestamptz, add settled_by bigint references staff,
  add order_id bigint references orders,
  add constraint walk_ins_settled check ((settled_at is null) = (settled_by is null)
    and (order_id is null or settled_at is not null));
create index walk_ins_to_settle on walk_ins (came_at) where settled_at is null;
create index walk_ins_of_order on walk_ins (order_id) where order_id is not null;
