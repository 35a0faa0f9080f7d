-- serves: 0054
-- Revenue reads the goodwill of each place.
create index refunds_of_booking on refunds (booking_id) where booking_id is not null;
