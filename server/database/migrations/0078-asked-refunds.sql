-- serves: 0054
-- What the front desk asks to be refunded, until somebody who may refund accepts it or declines.
create table asked_refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- The place that it is for, where it is for one.
  booking_id bigint references bookings,
  amount_pence integer not null check (amount_pence > 0),
  reason text not null,
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined')),
  decided_by bigint references staff,
  decided_at timestamptz,
  -- What was refunded when it was accepted.
  refund_id bigint references refunds,
  constraint asked_refunds_decided check ((status = 'open') = (decided_by is null) and (status = 'open') = (decided_at is null)),
  constraint asked_refunds_accepted check ((status = 'accepted') = (refund_id is not null))
);
create index asked_refunds_of_order on asked_refunds (order_id);
create unique index asked_refunds_open on asked_refunds (order_id) where status = 'open';
create index asked_refunds_of_refund on asked_refunds (refund_id) where refund_id is not null;
create index asked_refunds_of_booking on asked_refunds (booking_id) where booking_id is not null;
