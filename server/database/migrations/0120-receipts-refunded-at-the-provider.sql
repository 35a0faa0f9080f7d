-- serves: 0054
-- A card payment that counts as a receipt of expected money may be refunded in the provider's dashboard. The opposite
-- receipt then names the refund, and so does the receipt that takes it back if the refund fails.
alter table desk_receipts add column refund_id bigint references refunds;
alter table desk_receipts drop constraint desk_receipts_correct, drop constraint desk_receipts_by;
alter table desk_receipts
  add constraint desk_receipts_correct check (
    case when refund_id is null then (amount_pence < 0) = (corrects_id is not null) else corrects_id is null end),
  add constraint desk_receipts_by check (num_nonnulls(staff_id, card_payment_id, refund_id) = 1);
create unique index desk_receipts_refund_once on desk_receipts (refund_id, sign(amount_pence)) where refund_id is not null;
