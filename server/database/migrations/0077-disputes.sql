-- serves: 0054
-- A payment that its customer disputes at the bank. While it is open nothing of the payment goes back; a lost one has taken
-- its money, which stands in `refunds`.
create table disputes (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  provider_ref text not null constraint disputes_once unique,
  amount_pence integer not null check (amount_pence > 0),
  -- The provider's own word.
  reason text not null default '',
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- None where all of the payment had gone back before.
  refund_id bigint references refunds,
  constraint disputes_closed check ((status = 'open') = (closed_at is null)),
  constraint disputes_lost check (refund_id is null or status = 'lost')
);
create index disputes_of_payment on disputes (payment_id);
create index disputes_open on disputes (opened_at) where status = 'open';
create index disputes_of_refund on disputes (refund_id) where refund_id is not null;

-- Owners are mailed of disputes until they say otherwise.
update staff set mail_wishes = mail_wishes || '{dispute}' where role = 'owner';
