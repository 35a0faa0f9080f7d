-- serves: 0054
-- Families may choose to pay an order later, from a childcare account or by voucher. A business switches it on, with its
-- instructions. Such a payment of the desk is 'expected' and was chosen by the family (by_family), not by staff.
alter table business
  add column parents_may_pay_later boolean not null default false,
  add column pay_later_text text not null default '',
  add constraint business_says_how_to_pay_later check (not parents_may_pay_later or pay_later_text <> '');
alter table payments
  add column by_family boolean not null default false,
  add constraint payments_by_family check (not by_family or provider = 'desk' and method in ('childcare', 'voucher'));

-- Orders that a family pays later count as unpaid ones (account_holds), which is asked at every order.
create index orders_paid_later_of_account on orders (account_id) where payment_method = 'desk' and placed_by is null;
