import { type Invariant, rule } from './invariant.ts'

/** The planner's data: public sessions can be seen, and dates lie within their term. */
export const planningInvariants: Invariant[] = [
  rule(39, 'A session that is sold is of a class that is shown')`
      select 'session ' || s.id as what from sessions s join offerings o on o.id = s.offering_id
      where s.status = 'scheduled' and not o.is_active`,
  rule(39, 'A draft has no place, and nobody waits for it')`
      select 'session ' || s.id as what from sessions s
      where s.status = 'draft' and (s.places_taken + s.places_offered > 0
        or exists (select from bookings b where b.session_id = s.id)
        or exists (select from waiting_entries w where w.session_id = s.id or w.offered_session_id = s.id))`,
  rule(40, 'A session of a weekly time is on its weekday, and of its class')`
      select 'session ' || s.id as what from sessions s join offering_slots w on w.id = s.slot_id
      where extract(isodow from s.start_date) <> w.weekday or w.offering_id <> s.offering_id`,
  rule(41, 'No session lies in a closure of its term, unless the planner kept it')`
      select 'session ' || s.id as what from sessions s join offerings o on o.id = s.offering_id
      where s.status <> 'cancelled' and not s.is_kept_in_closure and exists (
        select from closures c where c.term_id = o.term_id and (c.venue_id is null or c.venue_id = o.venue_id)
          and s.start_date between c.start_date and c.end_date)`,
  rule(
    31,
    'Once cancelled dates are settled nobody has a place there or waits for it, and each family was told',
  )`
      select 'cancellation ' || d.id as what from date_cancellations d
      where d.settled_at is not null and (
        exists (select from cancelled_date_orders o where o.cancellation_id = d.id and (o.settled_at is null or o.told_at is null))
        or not d.is_goodwill and exists (select from cancelled_dates c join sessions s on s.id = c.session_id
          where c.cancellation_id = d.id and (s.status <> 'cancelled' or s.places_taken + s.places_offered > 0
            or exists (select from waiting_entries w where w.session_id = s.id and w.status in ('waiting', 'offered')))))`,
]
