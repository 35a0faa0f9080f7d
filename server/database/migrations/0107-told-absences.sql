-- serves: 0054
-- The family said that a booked place will stay empty on its date. It holds while the place is of that date, and changes
-- neither the place nor its money.
create table told_absences (
  booking_id bigint not null references bookings,
  session_id bigint not null references sessions,
  told_at timestamptz not null,
  primary key (booking_id, session_id)
);
create index told_absences_of_session on told_absences (session_id);
