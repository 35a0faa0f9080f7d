-- serves: 0054
-- A payment that was partly given back by hand can still be refunded whole in the provider's dashboard, or lost to a
-- dispute. What went back beyond what came in is a loss of the business: it stands apart, so that amount_pence never
-- exceeds the payment.
alter table refunds add column beyond_pence integer not null default 0 check (beyond_pence >= 0);
alter table refunds drop constraint refunds_amount_pence_check;
alter table refunds add constraint refunds_amount_pence_check
  check (amount_pence >= 0 and amount_pence + beyond_pence > 0);
alter table refunds add constraint refunds_beyond
  check (beyond_pence = 0 or kind in ('atStripe', 'dispute'));
