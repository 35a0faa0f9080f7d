-- serves: 0054
-- One press may give goodwill for all places of a date that has begun. It is settled like cancelled dates, but the date and
-- its places stand. Its job has a kind of its own: an older server, which would cancel the places, leaves it alone.
alter table date_cancellations
  add column is_goodwill boolean not null default false,
  -- For the log and the refunds; the families are not told it.
  add column reason text not null default '',
  add constraint date_cancellations_goodwill check (case when is_goodwill then settle <> 'move' and reason <> '' else reason = '' end);

-- 'disputed', 'lessLeft': an order that is settled got nothing, or less than was asked for it.
alter table cancelled_date_orders drop constraint cancelled_date_orders_obstacle_check;
alter table cancelled_date_orders add constraint cancelled_date_orders_obstacle_check
  check (obstacle in ('', 'pageOpen', 'provider', 'disputed', 'lessLeft'));

create table goodwill_places (
  cancellation_id bigint not null references date_cancellations,
  booking_id bigint not null references bookings,
  order_id bigint not null references orders,
  -- As it was pressed: of the money, and of the credits that paid for the place.
  asked_pence integer not null check (asked_pence >= 0),
  asked_credits integer not null check (asked_credits >= 0),
  -- As it was given, once the order is settled.
  refund_id bigint references refunds,
  refunded_pence integer not null default 0 check (refunded_pence >= 0),
  as_credits_pence integer not null default 0 check (as_credits_pence >= 0),
  credits_returned integer not null default 0 check (credits_returned >= 0),
  credits_granted integer not null default 0 check (credits_granted >= 0),
  primary key (cancellation_id, booking_id),
  constraint goodwill_places_asked check (asked_pence + asked_credits > 0),
  constraint goodwill_places_within check (refunded_pence + as_credits_pence <= asked_pence and credits_returned <= asked_credits),
  constraint goodwill_places_refund check ((refunded_pence > 0) = (refund_id is not null)),
  constraint goodwill_places_credits check ((as_credits_pence > 0) = (credits_granted > 0))
);
create index goodwill_places_of_booking on goodwill_places (booking_id);
create index goodwill_places_of_order on goodwill_places (order_id);
create index goodwill_places_of_refund on goodwill_places (refund_id) where refund_id is not null;

-- 'goodwill': credits given for a place that stands, once by each press.
alter table credit_entries drop constraint credit_entries_reason_check;
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('pack', 'booking', 'refund', 'adjustment', 'granted', 'returned', 'exchanged', 'packReturned',
    'orderGoodwill', 'goodwill'));
alter table credit_entries drop constraint credit_entries_of_booking;
alter table credit_entries add constraint credit_entries_of_booking
  check ((reason in ('returned', 'exchanged', 'goodwill')) = (booking_id is not null));
drop index credit_entries_booking_once;
create unique index credit_entries_booking_once on credit_entries (booking_id, reason)
  where booking_id is not null and reason <> 'goodwill';
