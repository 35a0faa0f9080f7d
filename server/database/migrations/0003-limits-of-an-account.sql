-- serves: 0001
alter table accounts
  -- How many children may be on it; so many places of one session may it hold for people who are no children of it.
  -- The business raises it for one account: a childminder's, say.
  add column children_at_most smallint not null default 8;

alter table bookings
  -- Of an account's trial: whose it is by name and birthday, or 'contact' (functions/trial-person.sql).
  add column trial_person text;

-- What was booked before stays; of several trials of one person the first counts.
update bookings b set trial_person = first.person from (
  select distinct on (t.account_id, t.offering_type_id, person) t.id, person
  from bookings t left join children c on c.id = t.child_id
  cross join lateral (select coalesce(
    lower(regexp_replace(c.first_name || ' ' || c.last_name, '\s+', ' ', 'g')) || ' ' || c.date_of_birth,
    'contact')) as named (person)
  where t.is_trial and t.status <> 'cancelled' and t.account_id is not null
  order by t.account_id, t.offering_type_id, person, t.id
) first where first.id = b.id;

create unique index bookings_trial_person_once on bookings (account_id, offering_type_id, trial_person)
  where is_trial and status <> 'cancelled';
