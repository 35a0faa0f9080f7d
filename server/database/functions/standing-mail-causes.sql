-- The causes of automatic mails that still stand: the place is booked for the same day, or the order is not paid, and the
-- account is neither closed nor frozen. It is asked when a mail is written, and when it is handed to the mail server.
create or replace view standing_mail_causes as
  select c.recipient_id, c.booking_id, c.order_id
  from automatic_mail_causes c
    join message_recipients r on r.id = c.recipient_id
    left join accounts a on a.id = r.account_id
  where (a.id is null or a.status = 'active' and a.frozen_at is null) and (
    exists (select from bookings b join sessions s on s.id = b.session_id
      where b.id = c.booking_id and b.status = 'confirmed' and s.status = 'scheduled' and s.start_date = c.day)
    or exists (select from orders x where x.id = c.order_id and (x.status = 'pending'
      or exists (select from payments p where p.order_id = x.id and p.status = 'expected'))));
