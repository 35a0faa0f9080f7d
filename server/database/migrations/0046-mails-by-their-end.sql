-- serves: 0042
-- Health counts the mails that were sent or given up within a day, and all that wait: those end last.
create index mails_by_end on mails (coalesce(sent_at, refused_at, 'infinity'));
