-- serves: 0054
-- Of which call a request was, and a keyed hash of its input: an id that is used again for another form is refused.
alter table staff_requests add path text, add input_hash bytea;
