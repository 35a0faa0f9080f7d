-- serves: 0054
-- A member of staff may book for a family. Money that was paid at the desk is a payment of the provider 'desk', with how it
-- was paid and what it is called there. It goes back by hand: a refund of method 'hand' waits as 'failed' until a person
-- says how the money was given.
alter table orders add column placed_by bigint references staff;
create index orders_placed_by_staff on orders (placed_by) where placed_by is not null;
alter table orders drop constraint orders_payment_method_check;
alter table orders add constraint orders_payment_method_check
  check (payment_method in ('card', 'credits', 'free', 'desk'));
alter table orders add constraint orders_desk_by_staff check (payment_method <> 'desk' or placed_by is not null);

alter table payments
  add column method text not null default 'card'
    check (method in ('card', 'cash', 'bank', 'cardMachine', 'childcare', 'voucher', 'other')),
  add column reference text not null default '',
  add constraint payments_provider_known check (provider in ('stripe', 'desk')),
  add constraint payments_method_of_provider check ((provider = 'desk') = (method <> 'card')),
  -- The card provider knows nothing of it, so nothing may ever be asked about it there.
  add constraint payments_of_desk_have_no_page
    check (provider <> 'desk' or provider_ref is null and payment_ref = '' and status = 'succeeded');

alter table refunds drop constraint refunds_method_check;
alter table refunds add constraint refunds_method_check check (method in ('card', 'cash', 'bank', 'other', 'hand'));
alter table refunds add constraint refunds_by_hand_wait check (method <> 'hand' or status in ('failed', 'superseded'));
