import { sql } from 'kysely'
import type { BookingFacts, SessionFacts } from '#domain/booking-rules.ts'
import type { Discount } from '#domain/prices.ts'
import { onlyAges } from '#server/features/offerings/class-rules-sql.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'

/** A session as JSON from the database, in which an instant is text. */
export interface SessionRow extends Omit<SessionFacts, 'startsAt'> {
  startsAt: string
}

// In a statement for many questions, `q` is one of them: who asks and when, for which children of which
// session once they are chosen (`seats`), and with which discount code. A guest is known by email address, or
// by telephone number if there is none.

/**
 * Selects the open offers of a session `s` to the buyer. Those of an account count under any email address
 * that it books with; those of a guest only under their own contact.
 */
const offersToBuyer = sql`waiting_entries w
    where w.status = 'offered' and w.offered_session_id = s.id and w.offer_expires_at > q.now
      and (w.account_id = q.account_id or w.account_id is null and w.email = q.guest_contact)`

/**
 * Counts the places of a session that are reserved for these attendees. A place reserved for one child is not another's.
 * Skipped for sessions without reserved places.
 */
const placesKept = sql`(case when s.places_offered = 0 then 0 else (
    select count(*)::integer from ${offersToBuyer}
      and (w.child_id is null or q.seats is null or s.id || '-' || w.child_id = any(q.seats))) end)`

/** Selects the children with an open offer of the session to the buyer; null is the contact. */
const offeredTo = sql`(case when s.places_offered = 0 then '[]' else (
    select coalesce(json_agg(w.child_id), '[]') from ${offersToBuyer}) end)`

/** Selects the facts of a session `s` of an offering `o` and its type `t` for the buyer. */
export const sessionFacts = sql`json_build_object(
  'id', s.id, 'offeringId', s.offering_id, 'typeId', s.offering_type_id,
  'isScheduled', s.status = 'scheduled' and o.is_active and t.is_active, 'startsAt', s.starts_at,
  'day', s.start_date, 'onlyAges', ${onlyAges}, 'isMembersOnly', o.is_members_only,
  'placesLeft', ${placesLeft} + ${placesKept},
  'placesKept', ${placesKept}, 'offeredTo', ${offeredTo},
  'pricePence', s.price_pence, 'credits', s.credits, 'isPackOnly', o.is_pack_only,
  'offersTrial', s.offers_trial, 'trialPricePence', s.trial_price_pence)`

export const withInstant = (row: SessionRow): SessionFacts => ({ ...row, startsAt: new Date(row.startsAt) })

export interface DiscountRow {
  id: number
  percent: number | null
  amountPence: number | null
  minimumPence: number
}

/**
 * Selects the code if this account may use it now for this kind (decision E-28). Its limits are checked again under
 * lock.
 */
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
