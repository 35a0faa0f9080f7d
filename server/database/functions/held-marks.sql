-- The valid mark of a place on a day: the newest by the device's time. `newestMarks` in
-- domain/office/marks.ts has the same rule for the page. A column is only ever added at the end, because an
-- older server may be running.
create or replace view held_marks as
  select distinct on (session_id, on_day, booking_id, walk_in_id) session_id, on_day, booking_id, walk_in_id, id, state,
    collected_by, marked_at, staff_id, problem
  from register_marks
  order by session_id, on_day, booking_id, walk_in_id, marked_at desc, id desc;
