import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#domain/calendar.ts'
import { longDay } from '#domain/format-dates.ts'
import {
  type AutomaticKind,
  maxDaysLate,
  minHoursKept,
  minHoursSinceLink,
} from '#domain/office/automatic-mails.ts'
import { isToldAbsent } from '#server/features/orders/place-state.ts'

/** The audience of an automatic mail on the day in London on which it goes. */
export interface AutomaticAudience {
  to: AutomaticKind
  day: string
}

const daysAfterTrial = 2

/** Whether a place is due for a mail of the day before, or after a trial: booking `b` of session `s`. */
export function isDuePlace({ to, day }: AutomaticAudience, now: Date): RawBuilder<unknown> {
  const stands = sql`b.status = 'confirmed' and s.status = 'scheduled' and not ${isToldAbsent}`
  if (to === 'dayBefore') {
    return sql`s.start_date = ${addDays(day, 1)} and s.starts_at > ${now} and ${stands}`
  }
  return sql`s.end_date = ${addDays(day, -daysAfterTrial)} and s.ends_at <= ${now} and b.is_trial and ${stands}
    and not exists (select from held_marks h where h.booking_id = b.id and h.session_id = s.id and h.state = 'absent')
    and not exists (select from bookings l where l.account_id = b.account_id and l.offering_type_id = b.offering_type_id
      and l.status <> 'cancelled' and not l.is_trial and l.created_at > b.created_at)`
}

/**
 * Whether an order `x` is due for “Not paid yet” (decision O-123): kept for longer than an online order, and
 * ending before the next day's mail; or with expected money that has become late.
 */
export const isDueOrder = (now: Date): RawBuilder<unknown> => sql`(
    x.status = 'pending' and x.total_pence > 0
      and x.hold_expires_at > ${now} and x.hold_expires_at <= ${now}::timestamptz + interval '24 hours'
      and x.placed_at <= ${now}::timestamptz - make_interval(hours => ${minHoursKept})
      and not exists (select from payment_links l where l.order_id = x.id
        and l.mailed_at > ${now}::timestamptz - make_interval(hours => ${minHoursSinceLink}))
      and not exists (select from payments p where p.order_id = x.id and p.status = 'mismatched')
    or exists (select from payments p, business where p.order_id = x.id and p.status = 'expected'
      and p.amount_pence > x.paid_pence
      and p.created_at <= ${now}::timestamptz - make_interval(days => business.expected_days)
      and p.created_at > ${now}::timestamptz - make_interval(days => business.expected_days + ${maxDaysLate})))
  and not exists (select from automatic_mail_causes c where c.automatic = 'notPaid' and c.order_id = x.id)`

/** Says in words whom an automatic mail is for. */
export function describeAutomatic({ to, day }: AutomaticAudience): string {
  if (to === 'dayBefore') return `Places on ${longDay(addDays(day, 1))}`
  if (to === 'afterTrial') return `Trials on ${longDay(addDays(day, -daysAfterTrial))}`
  return 'Orders that are not paid'
}
