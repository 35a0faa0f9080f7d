-- serves: 0054
-- Products that the family took along when it bought them at the desk: nothing is sent.
alter table order_deliveries add is_given boolean not null default false,
  add constraint order_deliveries_given check (not is_given or dispatched_at is not null);

-- 'packUnpaid': the credits of a pack that was sold for expected money, which did not come.
alter table credit_entries drop constraint credit_entries_reason_check;
alter table credit_entries add constraint credit_entries_reason_check
  check (reason in ('pack', 'booking', 'refund', 'adjustment', 'granted', 'returned', 'exchanged', 'packReturned',
    'orderGoodwill', 'goodwill', 'packUnpaid'));
