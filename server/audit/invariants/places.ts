import { type Invariant, minutesBefore, rule } from './invariant.ts'

const graceMinutes = 10

/** Sessions, the places in them, trials and the waiting list. */
export const placeInvariants: Invariant[] = [
  rule(1, 'No session has more live bookings and open offers than places')`
      select 'session ' || s.id as what from sessions s
      left join (
        select session_id, count(*) as live from bookings where status <> 'cancelled' group by session_id
      ) b on b.session_id = s.id
      left join (
        select offered_session_id, count(*) as open from waiting_entries
        where status = 'offered' group by offered_session_id
      ) w on w.offered_session_id = s.id
      where s.capacity < coalesce(b.live, 0) + coalesce(w.open, 0)`,
  rule(2, 'A session counts as taken exactly its live bookings')`
      select 'session ' || s.id as what from sessions s
      left join (
        select session_id, count(*) as live from bookings where status <> 'cancelled' group by session_id
      ) b on b.session_id = s.id
      where s.places_taken <> coalesce(b.live, 0)`,
  rule(2, 'A session counts as offered exactly its open offers')`
      select 'session ' || s.id as what from sessions s
      left join (
        select offered_session_id, count(*) as open from waiting_entries
        where status = 'offered' group by offered_session_id
      ) w on w.offered_session_id = s.id
      where s.places_offered <> coalesce(w.open, 0)`,
  rule(3, 'A child has at most one live booking of a session')`
      select 'session ' || session_id || ', child ' || child_id as what from bookings
      where status <> 'cancelled' and child_id is not null
      group by session_id, child_id having count(*) > 1`,
  rule(3, 'A person with a contact has at most one live booking of a session')`
      select distinct 'session ' || session_id as what from bookings
      cross join lateral (values (email_key(attendee_email)), (phone_key(attendee_phone))) contact (key)
      where status <> 'cancelled' and child_id is null and key is not null
      group by session_id, key, name_key(attendee_name), duplicate_id having count(*) > 1`,
  rule(18, 'A child or guest waits at most once for the same place')`
      select 'offering ' || offering_id as what from waiting_entries
      where status in ('waiting', 'offered')
      group by offering_id, session_id, child_id, case when child_id is null then email end having count(*) > 1`,
  rule(18, 'Guests of one network stand in one queue three times at most')`
      select 'offering ' || offering_id as what from waiting_entries
      where status in ('waiting', 'offered') and guest_network <> ''
      group by offering_id, session_id, guest_network having count(*) > 3`,
  rule(18, 'Offers go to the head of the queue, past those who have, are offered or gave up a place already')`
      select 'waiting entry ' || w.id as what from waiting_entries w
      where w.status = 'offered' and w.offered_by is null and exists (
        select from waiting_entries earlier
        where earlier.offering_id = w.offering_id and coalesce(earlier.session_id, w.offered_session_id) = w.offered_session_id
          and earlier.status = 'waiting' and earlier.id < w.id
          and (earlier.offered_at is null or earlier.offered_at < w.offered_at)
          and not exists (select from bookings b where b.session_id = w.offered_session_id and b.status <> 'cancelled'
            and (b.child_id = earlier.child_id or earlier.child_id is null and b.attendee_email = earlier.email))
          and not exists (select from waiting_entries other
            where other.offering_id = w.offering_id and other.id <> earlier.id
              and (other.child_id = earlier.child_id or earlier.child_id is null and other.email = earlier.email)
              and (other.offered_session_id = w.offered_session_id or other.status in ('lapsed', 'withdrawn'))))`,
  rule(18, 'An offer is for a session that was waited for')`
      select 'waiting entry ' || w.id as what from waiting_entries w
      join sessions s on s.id = w.offered_session_id
      where s.offering_id <> w.offering_id or w.session_id <> w.offered_session_id`,
  rule(18, 'No offer outlives its end by more than ten minutes')`
      select 'waiting entry ' || id as what from waiting_entries
      where status = 'offered' and offer_expires_at < ${minutesBefore(graceMinutes)}
        and (select paused_at from business) is null`,
  rule(19, 'A child has at most one live trial of a type')`
      select 'child ' || child_id || ', type ' || offering_type_id as what from bookings
      where is_trial and status <> 'cancelled' and child_id is not null
      group by child_id, offering_type_id having count(*) > 1`,
  rule(19, 'A guest has at most one live trial of a type')`
      select distinct 'type ' || offering_type_id as what from bookings
      cross join lateral (values (email_key(attendee_email)), (phone_key(attendee_phone))) contact (key)
      where is_trial and status <> 'cancelled' and child_id is null and key is not null
      group by offering_type_id, key, duplicate_id having count(*) > 1`,
  rule(19, 'A family has at most one live trial of a type for one name and birthday, or for a contact')`
      select 'account ' || account_id || ', type ' || offering_type_id as what from bookings
      where is_trial and status <> 'cancelled' and trial_person is not null
      group by account_id, offering_type_id, trial_person having count(*) > 1`,
  rule(19, 'A trial order is one place, without credits or a discount code')`
      select 'order ' || o.order_number as what from orders o
      where o.is_trial and (o.credits_used > 0
        or exists (select from discount_uses u where u.order_id = o.id)
        or 1 <> (select count(*) from bookings b where b.order_id = o.id))`,
  rule(19, 'A booking is a trial when its order is, and of its session’s type')`
      select 'booking ' || b.id as what from bookings b
      join orders o on o.id = b.order_id
      join sessions s on s.id = b.session_id
      where b.is_trial <> o.is_trial or b.offering_type_id <> s.offering_type_id`,
  rule(4, 'No account holds more places of a session for people with a contact than it may')`
      select 'session ' || b.session_id || ', account ' || a.id as what from bookings b
      join accounts a on a.id = b.account_id join orders o on o.id = b.order_id and o.placed_by is null
      where b.status <> 'cancelled' and b.child_id is null
      group by b.session_id, a.id having count(*) > a.children_at_most`,
  rule(22, 'Nothing was booked after it had begun, but for walk-ins')`
      select 'booking ' || b.id as what from bookings b join sessions s on s.id = b.session_id
      where s.starts_at <= b.created_at and not exists (select from walk_ins w where w.order_id = b.order_id)`,
  rule(22, 'A session begins and ends when the clock in London says so')`
      select 'session ' || id as what from sessions
      where starts_at <> (start_date + start_time) at time zone 'Europe/London'
        or ends_at <> (end_date + end_time) at time zone 'Europe/London'`,
  rule(22, 'No session begins or ends in the hour that London’s clock leaves out')`
      select 'session ' || id as what from sessions
      where (start_date + start_time) at time zone 'Europe/London' at time zone 'Europe/London' <> start_date + start_time
        or (end_date + end_time) at time zone 'Europe/London' at time zone 'Europe/London' <> end_date + end_time`,
  rule(22, 'A session ends after it begins')`
      select 'session ' || id as what from sessions where end_date + end_time <= start_date + start_time`,
  rule(42, 'A mark in a register is of a place that its date has or had, and of a walk-in of that day')`
      select 'mark ' || k.id as what from register_marks k
      left join bookings b on b.id = k.booking_id left join walk_ins w on w.id = k.walk_in_id
      where b.session_id <> k.session_id and not exists (
          select from booking_moves v where v.booking_id = b.id and v.from_session_id = k.session_id)
        or w.session_id <> k.session_id or w.on_day <> k.on_day`,
]
