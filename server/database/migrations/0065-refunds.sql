-- serves: 0054
-- A place that was cancelled out of a paid order, and where each penny and credit of it went (spec 3 §5.3). Trigger:
-- functions/booking-cancellations-add-up.sql.
create table booking_cancellations (
  booking_id bigint primary key references bookings,
  order_id bigint not null references orders,
  cancelled_at timestamptz not null,
  -- 'date': its date was cancelled.
  cancelled_by text not null check (cancelled_by in ('customer', 'office', 'date')),
  staff_id bigint references staff,
  reason text not null default '',
  refund_id bigint references refunds,
  refunded_pence integer not null check (refunded_pence >= 0),
  as_credits_pence integer not null check (as_credits_pence >= 0),
  kept_pence integer not null check (kept_pence >= 0),
  -- Had gone back before the place was cancelled.
  back_before_pence integer not null check (back_before_pence >= 0),
  credits_returned integer not null check (credits_returned >= 0),
  credits_granted integer not null check (credits_granted >= 0),
  constraint booking_cancellations_by check ((cancelled_by = 'customer') = (staff_id is null)),
  constraint booking_cancellations_credits check ((as_credits_pence > 0) = (credits_granted > 0)),
  constraint booking_cancellations_refund check ((refunded_pence > 0) = (refund_id is not null))
);
create index booking_cancellations_of_order on booking_cancellations (order_id);
create index booking_cancellations_of_refund on booking_cancellations (refund_id) where refund_id is not null;

-- Several of one payment, in part, to the card or by hand. 'waiting': the provider cannot pay it now. 'failed': it failed
-- twice, and a person decides. 'superseded': the provider gave the money back otherwise.
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check
  check (status in ('requested', 'waiting', 'succeeded', 'failed', 'superseded'));
alter table refunds
  add column kind text not null default 'late'
    check (kind in ('late', 'double', 'cancelled', 'goodwill', 'mismatch', 'atStripe', 'dispute')),
  add column method text not null default 'card' check (method in ('card', 'cash', 'bank', 'other')),
  add column reference text not null default '',
  -- Asked of the provider so often: another try has another idempotency key.
  add column tries integer not null default 0,
  add column failures integer not null default 0 check (failures >= 0),
  add column failed_why text not null default '',
  add column provider_status text not null default '',
  add column staff_id bigint references staff,
  -- Goodwill for one place that stands.
  add column booking_id bigint references bookings;
create index refunds_for_people on refunds (requested_at) where status in ('waiting', 'failed');

alter table credit_entries add column booking_id bigint references bookings;
alter table credit_entries drop constraint credit_entries_reason_check;
-- 'returned': credits that paid for a cancelled place. 'exchanged': credits given for its money.
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('pack', 'booking', 'refund', 'adjustment', 'granted', 'returned', 'exchanged'));
alter table credit_entries add constraint credit_entries_of_booking
  check ((reason in ('returned', 'exchanged')) = (booking_id is not null));
drop index credit_entries_once;
create unique index credit_entries_once on credit_entries (order_id, reason)
  where order_id is not null and booking_id is null;
create unique index credit_entries_booking_once on credit_entries (booking_id, reason) where booking_id is not null;

-- Points are taken back in parts, as the money goes; what the balance no longer had is kept in mind.
drop index point_entries_once;
create unique index point_entries_once on point_entries (order_id, reason)
  where order_id is not null and reason <> 'reversal';
alter table orders add column points_short integer not null default 0 constraint orders_points_short check (points_short >= 0);

-- Owners are mailed of large refunds until they say otherwise.
update staff set mail_wishes = mail_wishes || '{refund}' where role = 'owner';
