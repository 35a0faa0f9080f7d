-- serves: 0054
-- The mails with a link to pay an unpaid order: when, by whom, and until when the order was kept then.
create table payment_links (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  staff_id bigint not null references staff,
  is_reminder boolean not null,
  kept_until timestamptz not null,
  mailed_at timestamptz not null
);
create index payment_links_of_order on payment_links (order_id, mailed_at);

-- The orders of guests that became a family's, because the owner of their email address proved it.
create table claimed_orders (
  order_id bigint primary key references orders,
  claimed_at timestamptz not null
);
