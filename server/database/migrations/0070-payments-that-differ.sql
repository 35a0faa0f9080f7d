-- serves: 0054
-- 'refused': it was not what we asked for, and a person gave all of it back.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('created', 'succeeded', 'expired', 'mismatched', 'refused'));
alter table payments
  -- What the provider said of a payment that is not as we asked: pence, currency, orderNumber, isOurMode.
  add column differs jsonb,
  add constraint payments_differs check (differs is null or status in ('mismatched', 'refused')),
  add constraint payments_refused check (status <> 'refused' or differs is not null and payment_ref <> '');
