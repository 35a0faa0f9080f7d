-- serves: 0016
-- Counted every minute on every screen of the office.
create index payments_mismatched on payments (id) where status = 'mismatched';
create index mails_refused on mails (refused_at) where refused_at is not null;
