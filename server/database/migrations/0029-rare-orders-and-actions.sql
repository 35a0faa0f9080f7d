-- serves: 0016
-- Lists of the office that are narrowed to what is rare.
create index orders_unpaid_or_ended on orders (status, placed_at desc, id desc) where status in ('pending', 'cancelled');
create index orders_partly_back on orders (placed_at desc, id desc) where refunded_pence > 0;
create index staff_actions_called on staff_actions (action, id desc);
create index staff_actions_at on staff_actions (at);
