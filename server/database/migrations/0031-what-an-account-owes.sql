-- serves: 0016
-- What an account holds unpaid and let go (account_holds) is asked at every order. Without an index of its own it was
-- read through the office's list of rare orders: everybody's, so that each order of a rush read all that came before it.
create index orders_unpaid_or_ended_of_account on orders (account_id, status) where status in ('pending', 'cancelled');
