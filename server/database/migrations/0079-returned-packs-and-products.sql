-- serves: 0054
-- 'pack': money for credits of a class pack that were given back. 'returned': money for products that came back.
alter table refunds drop constraint refunds_kind_check;
alter table refunds add constraint refunds_kind_check
  check (kind in ('late', 'double', 'cancelled', 'goodwill', 'mismatch', 'atStripe', 'dispute', 'pack', 'returned'));
alter table refunds
  -- The credits that the family gave back for it.
  add column credits_taken integer not null default 0,
  add constraint refunds_of_pack check (credits_taken >= 0 and (kind = 'pack') = (credits_taken > 0));

alter table credit_entries add column refund_id bigint references refunds;
alter table credit_entries drop constraint credit_entries_reason_check;
-- 'packReturned': credits of a pack that were refunded. 'orderGoodwill': credits given for an order that stays as it is.
alter table credit_entries add constraint credit_entries_reason_check check (reason in
  ('pack', 'booking', 'refund', 'adjustment', 'granted', 'returned', 'exchanged', 'packReturned', 'orderGoodwill'));
alter table credit_entries
  add constraint credit_entries_of_refund check ((reason = 'packReturned') = (refund_id is not null)),
  add constraint credit_entries_of_order_goodwill
    check (reason <> 'orderGoodwill' or delta > 0 and order_id is not null and staff_id is not null);
drop index credit_entries_once;
create unique index credit_entries_once on credit_entries (order_id, reason)
  where order_id is not null and booking_id is null and reason not in ('packReturned', 'orderGoodwill');
create index credit_entries_of_order on credit_entries (order_id) where order_id is not null;
create unique index credit_entries_refund_once on credit_entries (refund_id) where refund_id is not null;

alter table stock_entries drop constraint stock_entries_reason_check;
alter table stock_entries add constraint stock_entries_reason_check
  check (reason in ('delivery', 'count', 'writtenOff', 'returned'));

-- The sum of the returns of the line.
alter table order_items add column returned_quantity integer not null default 0,
  add constraint order_items_returned check (returned_quantity between 0 and quantity);

-- Pieces of an order line that came back. Rows are never changed (functions/ledger-is-append-only.sql).
create table returned_items (
  id bigint generated always as identity primary key,
  order_item_id bigint not null references order_items,
  quantity integer not null check (quantity > 0),
  -- Empty where the pieces did not go back on the shelf.
  stock_entry_id bigint constraint returned_items_stock_once unique references stock_entries,
  -- Empty where no money went back for them.
  refund_id bigint references refunds,
  staff_id bigint not null references staff,
  returned_at timestamptz not null
);
create index returned_items_of_line on returned_items (order_item_id);
create index returned_items_of_refund on returned_items (refund_id) where refund_id is not null;
