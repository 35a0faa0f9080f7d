-- serves: 0008
-- A guest's order of nothing waits to be confirmed (record 025); an account's never waits.
alter table orders add constraint orders_of_nothing_wait_for_guests
  check (status <> 'pending' or total_pence > 0 or account_id is null);
create index orders_free_by_network on orders (guest_network, placed_at) where account_id is null and total_pence = 0;
