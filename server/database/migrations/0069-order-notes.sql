-- serves: 0054
-- What the office notes about an order, for colleagues.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  staff_id bigint not null references staff,
  body text not null constraint order_notes_say_something check (body <> ''),
  created_at timestamptz not null
);
create index order_notes_of_order on order_notes (order_id);
