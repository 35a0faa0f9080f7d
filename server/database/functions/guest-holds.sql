-- What guests hold and have not paid: the orders of this contact, and the places of this network.
create or replace function guest_holds(contact_email text, contact_phone text, network text, at timestamptz)
returns table (of_contact integer, of_network integer) language sql stable as $$
  select
    (select count(*)::integer from orders o
      where o.account_id is null and o.status = 'pending' and o.hold_expires_at > at
        and case when contact_email = '' then o.guest_phone = contact_phone else o.guest_email = contact_email end),
    (select count(*)::integer from orders o join bookings b on b.order_id = o.id
      where o.account_id is null and o.status = 'pending' and o.hold_expires_at > at
        and o.guest_network = network and network <> '')
$$;
