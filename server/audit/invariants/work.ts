import { type RawBuilder, sql } from 'kysely'
import { type Invariant, minutesBefore, rule } from './invariant.ts'

const lateMinutes = 15

/** Messages and the jobs that send them. */
export const workInvariants: Invariant[] = [
  rule(26, 'A family is told of an event once by message')`
      select 'message ' || max(id) as what from messages where once_key is not null
      group by once_key having count(*) > 1`,
  rule(26, 'Somebody is told of an event once by mail')`
      select 'mail ' || max(id) as what from mails where once_key is not null
      group by once_key having count(*) > 1`,
  rule(26, 'A job of one event is there once')`
      select 'job ' || max(id) as what from jobs where once_key is not null
      group by once_key having count(*) > 1`,
  rule(26, 'A confirmed order was told to its customer, or is about to be')`
      ${untold('order-confirmed')} and o.status in ('paid', 'completed')`,
  rule(26, 'A cancelled order was told to its customer, or is about to be')`
      ${untold('order-cancelled')}
        and o.status = 'cancelled' and o.paid_pence = 0 and o.paid_at is null
        and (o.account_id is not null or o.total_pence > 0)
        and not exists (select from cancelled_date_orders c where c.order_id = o.id and c.settled_at is not null)`,
  rule(26, 'A dispatched order was told to its customer, unless they took it along')`
      ${untold('order-dispatched')}
        and exists (select from order_deliveries d where d.order_id = o.id and d.dispatched_at is not null and not d.is_given)`,
  rule(45, 'A mail to many is that of one recipient, at its address')`
      select 'mail ' || m.id as what from mails m left join message_recipients r on r.mail_id = m.id
      where (m.purpose in ('message', 'offers') or r.id is not null)
        and (r.id is null or r.email <> m.to_email or m.purpose not in ('message', 'offers'))`,
  rule(45, 'A stopped message has no mail that waits')`
      select 'message ' || x.id as what from office_messages x where x.stopped_at is not null and exists (
        select from message_recipients r join mails m on m.id = r.mail_id
        where r.message_id = x.id and m.sent_at is null and m.refused_at is null)`,
  rule(45, 'A message that staff sent or stopped stands in the log')`
      select 'message ' || x.id as what from office_messages x
      where x.automatic is null
          and not exists (select from staff_actions a where a.action = 'message.send' and a.subject_id = x.id)
        or x.stopped_at is not null
          and not exists (select from staff_actions a where a.action = 'message.stop' and a.subject_id = x.id)`,
  rule(45, 'An automatic mail has a place or an order for which it goes, and its text was looked at')`
      select 'message ' || x.id as what from office_messages x where x.automatic is not null and (
        exists (select from message_recipients r where r.message_id = x.id
          and not exists (select from automatic_mail_causes c where c.recipient_id = r.id and c.automatic = x.automatic))
        or not exists (select from staff_actions a where a.action = 'automatic.save' and a.facts ->> 'kind' = x.automatic))`,
  rule(26, 'No job is left undone for a quarter of an hour')`
      select 'job ' || id || ' (' || kind || ')' as what from jobs
      where done_at is null and run_at < ${minutesBefore(lateMinutes)}
        and (leased_until is null or leased_until < ${({ now }) => now})`,
]

/**
 * Finds orders whose customer was not notified, and that no waiting job will notify. Counts only orders
 * placed through a call (they have a request hash) whose customer has a contact.
 */
function untold(event: 'order-confirmed' | 'order-cancelled' | 'order-dispatched'): RawBuilder<unknown> {
  const onceKey = sql`${`${event}-`}::text || o.id`
  return sql`
    select 'order ' || o.order_number as what from orders o
    where o.request_hash is not null and (o.account_id is not null or o.guest_email <> '')
      and not exists (select from messages m where m.once_key = ${onceKey})
      and not exists (select from mails m where m.once_key = ${onceKey})
      and not exists (select from jobs j where j.kind = ${event} and j.done_at is null
        and j.payload ->> 'orderId' = o.id::text)`
}
