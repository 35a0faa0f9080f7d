-- The person whose trial a booking of an account is, as they were when it was booked. A child is known by
-- name and birthday, even when entered twice (decision E-22); anyone else by the contact they left.
create or replace function name_and_birthday(c children) returns text language sql stable as $$
  select name_key(c.first_name || ' ' || c.last_name) || ' ' || c.date_of_birth
$$;
create or replace function bookings_trial_person() returns trigger language plpgsql as $$
begin
  new.trial_person := coalesce((select name_and_birthday(c) from children c where c.id = new.child_id), 'contact');
  return new;
end $$;
create or replace trigger bookings_trial_person before insert on bookings
  for each row when (new.is_trial and new.account_id is not null) execute function bookings_trial_person();
