-- What guests hold and have not paid or confirmed: the orders of this contact, and the unpaid places of this network.
create or replace function guest_holds(contact_email text, contact_phone text, network text, at timestamptz)
returns table (of_contact integer, of_network integer) language sql stable as $$
  select
    (select count(*)::integer from orders o
      where o.account_id is null and o.status = 'pending' and o.hold_expires_at > at
        and contact_key(o.guest_email, o.guest_phone) = contact_key(contact_email, contact_phone)),
    (select count(*)::integer from orders o join bookings b on b.order_id = o.id
      where o.account_id is null and o.status = 'pending' and o.total_pence > 0 and o.hold_expires_at > at
        and o.guest_network = network and network <> '')
$$;

-- How many orders that cost nothing guests of this network have placed within an hour and not confirmed: a whole course
-- is one.
create or replace function free_places_of_network(network text, at timestamptz) returns integer language sql stable as $$
  select count(*)::integer from orders o
  where o.account_id is null and o.total_pence = 0 and o.paid_at is null and o.placed_at > at - interval '1 hour'
    and o.guest_network = network and network <> ''
$$;
