-- serves: 0054
-- The mails that go by themselves, each on or off with its text. Each is off until somebody has saved its text.
create table automatic_mails (
  id bigint generated always as identity primary key,
  kind text not null unique check (kind in ('dayBefore', 'notPaid', 'afterTrial')),
  is_on boolean not null default false,
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  -- The last day in London on which it looked for whom to write to: a process claims a day with it.
  last_run_on date,
  version integer not null default 1,
  updated_at timestamptz,
  updated_by bigint references staff,
  constraint automatic_mails_looked_at check (not is_on or updated_by is not null)
);
insert into automatic_mails (kind, subject, body) values
  ('dayBefore', 'See you tomorrow', E'Hi {first name},\n\nwe look forward to seeing {child} on {day}. This is what you have booked:'),
  ('notPaid', 'Not paid yet', E'Hi {first name},\n\nwe have not received your payment yet. If it is on its way, there is nothing to do.'),
  ('afterTrial', 'How was the trial?', E'Hi {first name},\n\nwe hope that {child} enjoyed {class}. Would you like to come again? We would love to see you.');

-- A message that went by itself: its kind and its day in London. `staff_id` is who saved its text.
alter table office_messages
  add column automatic text references automatic_mails (kind),
  add column automatic_on date,
  add constraint office_messages_automatic check ((automatic is null) = (automatic_on is null)),
  add constraint office_messages_automatic_once unique (automatic, automatic_on);

-- Why a recipient gets an automatic mail: a place with the first day of its date, or an order.
create table automatic_mail_causes (
  recipient_id bigint not null references message_recipients on delete cascade,
  automatic text not null references automatic_mails (kind),
  booking_id bigint references bookings,
  day date,
  order_id bigint references orders,
  constraint automatic_mail_causes_one check (num_nonnulls(booking_id, order_id) = 1 and (booking_id is null) = (day is null)),
  constraint automatic_mail_causes_once_a_place unique (automatic, booking_id, day),
  constraint automatic_mail_causes_once_an_order unique (automatic, order_id)
);
create index automatic_mail_causes_of_recipient on automatic_mail_causes (recipient_id);

-- 'over': nothing is left of what an automatic mail was about.
alter table message_recipients drop constraint message_recipients_left_out_check;
alter table message_recipients add constraint message_recipients_left_out_check
  check (left_out in ('', 'noConsent', 'over'));
