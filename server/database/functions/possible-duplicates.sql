-- People who may be stored twice because one name, address or number was written differently (migrations 0049
-- and 0061). Each row has a pair of records of one person; `id` is the later. An account whose email is no
-- valid address appears alone, or beside the account with the corrected address. Pairs that the office keeps
-- apart are left out.
create or replace view possible_duplicates as
  with found as (
    select 'account' as kind, a.id, o.id as other_id, a.id as account_id
    from accounts a left join accounts o on o.email = lower(regexp_replace(a.email, '[^!-~]', '', 'g'))
      and o.status = 'active' and o.id <> a.id
    where a.status = 'active' and not is_email_address(a.email)
    union all
    select 'child', c.id, o.id, c.account_id
    from children c join accounts a on a.id = c.account_id and a.status = 'active'
    cross join lateral (
      select e.id from children e
      where e.account_id = c.account_id and e.date_of_birth = c.date_of_birth and e.id < c.id
        and name_key(e.first_name || ' ' || e.last_name) = name_key(c.first_name || ' ' || c.last_name)
      order by e.id limit 1) o
    union all
    -- Two trials of one type by a child of an account.
    select 'trial', b.id, o.id, b.account_id
    from bookings b cross join lateral (
      select e.id from bookings e
      where e.account_id = b.account_id and e.offering_type_id = b.offering_type_id and e.is_trial
        and e.status <> 'cancelled' and e.id <> b.id
        and regexp_replace(e.trial_person, ' #[0-9]+$', '') = regexp_replace(b.trial_person, ' #[0-9]+$', '')
        and (e.id < b.id or e.trial_person !~ ' #[0-9]+$')
      order by e.id limit 1) o
    where b.is_trial and b.status <> 'cancelled' and b.trial_person ~ ' #[0-9]+$'
    union all
    -- People known only by their contact: two places on one date, or two trials of one type.
    select o.kind, b.id, o.id, b.account_id
    from bookings b cross join lateral (
      (select 'place' as kind, e.id from bookings e
        where e.session_id = b.session_id and name_key(e.attendee_name) = name_key(b.attendee_name)
          and (email_key(e.attendee_email) = email_key(b.attendee_email)
            or phone_key(e.attendee_phone) = phone_key(b.attendee_phone))
          and e.child_id is null and e.status <> 'cancelled' and e.id <> b.id and (e.id < b.id or e.duplicate_id = 0)
        order by e.id limit 1)
      union all
      (select 'trial', e.id from bookings e
        where e.offering_type_id = b.offering_type_id and e.is_trial and b.is_trial
          and (email_key(e.attendee_email) = email_key(b.attendee_email)
            or phone_key(e.attendee_phone) = phone_key(b.attendee_phone))
          and e.child_id is null and e.status <> 'cancelled' and e.id <> b.id and (e.id < b.id or e.duplicate_id = 0)
        order by e.id limit 1)
      order by kind limit 1) o
    where b.duplicate_id > 0 and b.status <> 'cancelled' and b.child_id is null
    union all
    select 'waiting', w.id, o.id, w.account_id
    from waiting_entries w join waiting_entries o on o.offering_id = w.offering_id
      and coalesce(o.session_id, 0) = coalesce(w.session_id, 0) and o.child_id is null
      and o.status in ('waiting', 'offered') and o.id <> w.id
      and o.email = lower(regexp_replace(w.email, '[^!-~]', '', 'g'))
    where w.child_id is null and w.status in ('waiting', 'offered') and w.email <> '' and not is_email_address(w.email)
  )
  select f.* from found f
  where not exists (select from kept_duplicates k where k.kind = f.kind and k.id = f.id and k.other_id = f.other_id);
