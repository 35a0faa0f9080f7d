-- serves: 0016
-- A code leaves the one before it good; one of a purpose is sent to an address in five minutes.
drop index email_codes_one_open;
create unique index email_codes_one_at_a_time on email_codes
  (email, purpose, date_bin('5 minutes', sent_at, '2026-01-01T00:00Z'::timestamptz));
