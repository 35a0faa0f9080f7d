-- serves: 0048
-- A discount code that one person may use so often counts an account together with the guests who leave its address, and
-- guests by their address and by their telephone number (functions/uses-of-code.sql). Uses of before are counted so, too.
alter table discount_uses
  add column email text not null default '',
  -- A guest's, as it is dialled.
  add column phone text not null default '';
update discount_uses u set
  email = lower(o.guest_email),
  phone = regexp_replace(regexp_replace(regexp_replace(o.guest_phone, '\D', '', 'g'), '^(00)?440?', '0'),
    '^([127]\d{9})$', '0\1')
from orders o where o.id = u.order_id and u.account_id is null;
update discount_uses u set email = a.email from accounts a where a.id = u.account_id and a.status = 'active';
create index discount_uses_of_email on discount_uses (discount_code_id, email)
  where released_at is null and email <> '';
create index discount_uses_of_phone on discount_uses (discount_code_id, phone)
  where released_at is null and phone <> '';
