-- The addresses that may be sent offers, in lower case: the account agreed, or somebody subscribed with it on the site.
create or replace view offer_addresses as
  select email from accounts where status = 'active' and wants_offers
  union
  select email from subscriptions where unsubscribed_at is null;
