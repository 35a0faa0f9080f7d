-- serves: 0016
-- The day that odd and even weeks of a class are counted from; null where none of its weekly times leaves weeks out. It
-- stays when the term begins on another day, when the first dates go, and when a further date is looked for from today.
alter table offerings add column weeks_from date;

update offerings o set weeks_from = coalesce(
    (select date '2001-01-01' + 7 * mode() within group (
        order by ((s.start_date - date '2001-01-01') / 7 + (w.weeks = 'even')::integer) % 2)
      from sessions s join offering_slots w on w.id = s.slot_id
      where w.offering_id = o.id and w.weeks <> 'every' and s.status <> 'cancelled'),
    (select t.start_date from terms t where t.id = o.term_id),
    o.start_date)
  where exists (select from offering_slots w where w.offering_id = o.id and w.weeks <> 'every');
