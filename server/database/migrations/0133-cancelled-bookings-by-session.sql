-- serves: 0054
-- Revenue reads the bookings of a month's sessions; those that stand have the index bookings_live_of_session.
create index bookings_cancelled_of_session on bookings (session_id) where status = 'cancelled';
