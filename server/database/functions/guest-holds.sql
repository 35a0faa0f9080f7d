-- Counts the unpaid or unconfirmed orders and places that guests hold with this address or number, or in this
-- network.
create or replace function guest_holds(contact_email text, contact_phone text, network text, at timestamptz)
returns table (of_contact integer, of_network integer) language sql stable as $$
  select
    (select count(*)::integer from orders o
      where o.account_id is null and o.status = 'pending' and o.hold_expires_at > at
        and (email_key(o.guest_email) = email_key(contact_email) or phone_key(o.guest_phone) = phone_key(contact_phone))),
    (select count(*)::integer from orders o join bookings b on b.order_id = o.id
      where o.account_id is null and o.status = 'pending' and o.total_pence > 0 and o.hold_expires_at > at
        and o.guest_network = network and network <> '')
$$;

-- Counts the unconfirmed free orders that guests of this network placed within an hour. A whole course counts
-- as one.
create or replace function free_places_of_network(network text, at timestamptz) returns integer language sql stable as $$
  select count(*)::integer from orders o
  where o.account_id is null and o.total_pence = 0 and o.paid_at is null and o.placed_at > at - interval '1 hour'
    and o.guest_network = network and network <> ''
$$;
