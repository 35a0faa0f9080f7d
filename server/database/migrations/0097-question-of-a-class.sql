-- serves: 0054
-- The one question of a class, asked for each person before the order is sent ('' for none). A place keeps the question
-- as it was when it was booked, also when it moves, and the answer; '' is "not answered".
alter table offerings add column question text not null default '' check (char_length(question) <= 200);
alter table bookings
  add column question text not null default '',
  add column answer text not null default '' check (char_length(answer) <= 200);
