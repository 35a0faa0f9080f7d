-- serves: 0054
-- Money that comes later, from a childcare account, a council or a bank. Its order is paid in state; its payment of the
-- desk is 'expected' until the receipts reach its sum. The sum falls when a place is cancelled of which not all was
-- received. 'received': a card payment that counts as a receipt of expected money.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('created', 'succeeded', 'expired', 'mismatched', 'refused', 'expected', 'received'));
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check
  check (method in ('card', 'cash', 'bank', 'cardMachine', 'childcare', 'voucher', 'council', 'other'));
alter table payments drop constraint payments_of_desk_have_no_page;
alter table payments
  add constraint payments_of_desk_have_no_page check (
    provider <> 'desk' or provider_ref is null and payment_ref = '' and status in ('succeeded', 'expected', 'expired')),
  add constraint payments_expected_at_desk check (status <> 'expected' or provider = 'desk' and settled_at is null),
  add constraint payments_received_by_card check (status <> 'received' or provider <> 'desk' and payment_ref <> '');
drop index payments_one_success;
create unique index payments_one_success on payments (order_id) where status in ('succeeded', 'expected');
create index payments_expected on payments (created_at) where status = 'expected';

-- What came in of expected money. Rows are never changed, but for the reference of a closed account; a correction is the
-- opposite row (functions/desk-receipts-within-payment.sql).
create table desk_receipts (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  amount_pence integer not null check (amount_pence <> 0),
  received_on date not null,
  reference text not null default '',
  -- Empty for a card payment.
  staff_id bigint references staff,
  recorded_at timestamptz not null,
  corrects_id bigint constraint desk_receipts_corrected_once unique references desk_receipts,
  card_payment_id bigint constraint desk_receipts_card_once unique references payments,
  constraint desk_receipts_correct check ((amount_pence < 0) = (corrects_id is not null)),
  constraint desk_receipts_by check ((staff_id is null) = (card_payment_id is not null))
);
create index desk_receipts_of_payment on desk_receipts (payment_id);

-- Of the money of a cancelled place: what was expected and had not come.
alter table booking_cancellations
  add column not_received_pence integer not null default 0 check (not_received_pence >= 0);

alter table point_entries drop constraint point_entries_reason_check;
-- 'receipt': points that followed receipts of expected money.
alter table point_entries add constraint point_entries_reason_check
  check (reason in ('purchase', 'reversal', 'adjustment', 'receipt'));
drop index point_entries_once;
create unique index point_entries_once on point_entries (order_id, reason)
  where order_id is not null and reason not in ('reversal', 'receipt');

-- Expected money that has not come within so many days needs somebody.
alter table business add column expected_days integer not null default 14 constraint business_expected_days
  check (expected_days between 1 and 365);
