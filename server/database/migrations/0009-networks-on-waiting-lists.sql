-- serves: 0008
-- The network a guest waits from, as a keyed hash (config.pepper); '' for an account's entry.
alter table waiting_entries add column guest_network text not null default '';
