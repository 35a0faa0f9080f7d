-- A repeated submit is looked for by what was asked, whoever asks: `account_id is not distinct from …` serves guests
-- too but cannot use an index that begins with the account, and so read every unpaid order.

drop index orders_repeats;
create index orders_repeats on orders (request_hash) where status = 'pending';
