-- serves: 0016
-- Who answered an enquiry stays when it is opened again: whoever changes a row last is not always who answered.
alter table enquiries add column answered_by bigint references staff;
update enquiries set answered_by = updated_by where answered_at is not null;
