-- serves: 0008
-- What an account waits for and is offered is asked with each timetable; offers alone are among it.
create index waiting_entries_of_account on waiting_entries (account_id) where status in ('waiting', 'offered');
drop index waiting_entries_offers;
