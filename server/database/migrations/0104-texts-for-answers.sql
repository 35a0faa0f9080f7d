-- serves: 0054
-- The texts with which an answer to an enquiry can begin: a list that staff edit. These four were fixed before.
create table reply_texts (
  id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  body text not null default '',
  sort integer not null default 0,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff
);
insert into reply_texts (name, body, sort) values
  ('Which day suits you?', E'Thank you for writing to us.\n\nWe would love to help. Which days would suit you, and how many children will there be?', 1),
  ('We will ring you', E'Thank you for writing to us.\n\nThis is easiest on the telephone. Which number can we ring you on, and when?', 2),
  ('The class is full', E'Thank you for writing to us.\n\nThis class is full at present. If you join its waiting list in the timetable, we write as soon as a place is free.', 3),
  ('We do not offer this', E'Thank you for thinking of us.\n\nWe are sorry: this is something that we do not offer.', 4);
