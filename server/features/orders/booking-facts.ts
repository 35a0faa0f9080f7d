import { sql } from 'kysely'
import type { BookingFacts, SessionFacts } from '#domain/booking-rules.ts'
import type { Discount } from '#domain/prices.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'

/** A session's row as the rules see it. An instant inside JSON arrives as text. */
export interface SessionRow extends Omit<SessionFacts, 'startsAt'> {
  startsAt: string
}

// In a statement that answers many, `q` is one of their questions: who asks and when, for which children of which session
// once they are chosen (`seats`), and with which discount code. A guest is known by the address, or by the telephone
// number where there is none.

/**
 * How many places of a session are kept for these attendees: an account's under whichever address it books, a guest's
 * by the address alone; one that is kept for a child is not another's. Asked only where any place is kept at all.
 */
const placesKept = sql`(case when s.places_offered = 0 then 0 else (
    select count(*)::integer from waiting_entries w
    where w.status = 'offered' and w.offered_session_id = s.id and w.offer_expires_at > q.now
      and (w.account_id = q.account_id or w.account_id is null and w.email = q.guest_contact)
      and (w.child_id is null or q.seats is null or s.id || '-' || w.child_id = any(q.seats))) end)`

/** A session `s` of an offering `o` and its type `t`, as the one who asks may have it. */
export const sessionFacts = sql`json_build_object(
  'id', s.id, 'offeringId', s.offering_id, 'typeId', s.offering_type_id,
  'isScheduled', s.status = 'scheduled' and o.is_active and t.is_active, 'startsAt', s.starts_at,
  'placesLeft', ${placesLeft} + ${placesKept},
  'placesKept', ${placesKept},
  'pricePence', s.price_pence, 'credits', s.credits, 'isPackOnly', o.is_pack_only,
  'offersTrial', s.offers_trial, 'trialPricePence', s.trial_price_pence)`

export const withInstant = (row: SessionRow): SessionFacts => ({ ...row, startsAt: new Date(row.startsAt) })

export interface DiscountRow {
  id: number
  percent: number | null
  amountPence: number | null
  minimumPence: number
}

/** The code when it may be used now, by this account, for this kind (decision E-28); its limits hold under lock. */
export const usableDiscount = sql`case when q.discount_code <> '' then (
    select json_build_object('id', d.id, 'percent', d.percent, 'amountPence', d.amount_pence,
      'minimumPence', d.minimum_pence)
    from discount_codes d
    where d.code = q.discount_code and d.is_active and q.kind = any(d.kinds)
      and d.starts_at <= q.now and d.ends_at > q.now and (d.max_uses is null or d.uses < d.max_uses)
      and (d.max_uses_per_account is null or d.max_uses_per_account > (select times from uses_of_code(
        d.id, q.account_id, coalesce(q.contact_email, ''), coalesce(q.contact_phone, ''))))) end`

export function asDiscount(row: DiscountRow | null): BookingFacts['discount'] {
  if (!row) return undefined
  const discount: Discount =
    row.percent === null ? { amountPence: row.amountPence ?? 0 } : { percent: row.percent }
  return { ...discount, id: row.id, minimumPence: row.minimumPence }
}
