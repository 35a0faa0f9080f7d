-- serves: 0054
-- Owners and managers are mailed of refunds that failed until they say otherwise.
update staff set mail_wishes = mail_wishes || '{refundFailed}' where role in ('owner', 'manager');
