-- serves: 0016
-- Whoever leaves a telephone number alone is told from others by it. They were all one person: the one without an address.
drop index bookings_attendee_once;
create unique index bookings_attendee_once
  on bookings (session_id, coalesce(nullif(attendee_email, ''), attendee_phone), lower(attendee_name))
  where status <> 'cancelled' and child_id is null;
drop index bookings_guest_trial_once;
create unique index bookings_guest_trial_once
  on bookings (offering_type_id, coalesce(nullif(attendee_email, ''), attendee_phone))
  where is_trial and status <> 'cancelled' and child_id is null;
alter table discount_uses rename guest_email to guest_contact;
update discount_uses u set guest_contact = o.guest_phone from orders o
where o.id = u.order_id and o.account_id is null and u.guest_contact = '';
