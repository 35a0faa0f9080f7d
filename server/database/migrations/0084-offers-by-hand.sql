-- serves: 0054
-- Who offered a place by hand, out of turn: the audit asks no queue of such an offer.
alter table waiting_entries add column offered_by bigint references staff;
