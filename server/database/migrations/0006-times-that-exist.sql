-- serves: 0001
-- In the night in March in which London's clock leaves out an hour, nothing begins or ends in it. Sessions that were
-- written before are left to the audit.
alter table sessions
  add constraint sessions_times_exist check (
    (start_date + start_time) at time zone 'Europe/London' at time zone 'Europe/London' = start_date + start_time
    and (end_date + end_time) at time zone 'Europe/London' at time zone 'Europe/London' = end_date + end_time
  ) not valid;
