import { type RawBuilder, sql } from 'kysely'
import type { BookingFacts, SessionFacts } from '#domain/booking-rules.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { Discount } from '#domain/prices.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { placesLeft } from '#server/features/offerings/places-left.ts'

/** A value, or the SQL that yields it: the preview asks for one person, an order's facts for many at once. */
type Operand<T> = T | RawBuilder<T>

/** Who asks, and when. */
interface Asking {
  accountId: Operand<AccountId | null>
  /** By which a guest's kept places and uses of a discount code are known. */
  guestEmail: Operand<string>
  now: Operand<Date>
  /** The children that are to come, once they are chosen: a place kept for one is not another's. */
  childIds?: Operand<number[]>
}

/** A session's row as the rules see it. An instant inside JSON arrives as text. */
export interface SessionRow extends Omit<SessionFacts, 'startsAt'> {
  startsAt: string
}

/**
 * How many places of a session are kept for these attendees: an account's under whichever address it books, a guest's
 * by the address alone. Asked only where any place is kept at all.
 */
const placesKept = ({ accountId, guestEmail, now, childIds }: Asking) =>
  sql`(case when s.places_offered = 0 then 0 else (
    select count(*)::integer from waiting_entries w
    where w.status = 'offered' and w.offered_session_id = s.id and w.offer_expires_at > ${now}
      and (w.account_id = ${accountId} or w.account_id is null and w.email = ${guestEmail})
      and ${childIds ? sql`(w.child_id is null or w.child_id = any(${childIds}))` : sql`true`}) end)`

export const sessionFacts = (asking: Asking) => sql`json_build_object(
  'id', s.id, 'offeringId', s.offering_id, 'typeId', s.offering_type_id,
  'isScheduled', s.status = 'scheduled' and o.is_active, 'startsAt', s.starts_at,
  'placesLeft', ${placesLeft} + ${placesKept(asking)},
  'placesKept', ${placesKept(asking)},
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
export const discountFor = (
  { accountId, guestEmail, now }: Asking,
  kind: Operand<OfferingKind>,
  discountCode: Operand<string>,
) =>
  sql`case when ${discountCode} <> '' then (
    select json_build_object('id', d.id, 'percent', d.percent, 'amountPence', d.amount_pence,
      'minimumPence', d.minimum_pence)
    from discount_codes d
    where d.code = ${discountCode} and d.is_active and ${kind} = any(d.kinds)
      and d.starts_at <= ${now} and d.ends_at > ${now} and (d.max_uses is null or d.uses < d.max_uses)
      and (d.max_uses_per_account is null or d.max_uses_per_account > (
        select count(*) from discount_uses u where u.discount_code_id = d.id and u.released_at is null
          and u.account_id is not distinct from ${accountId}
          and u.guest_email = case when ${accountId}::bigint is null then ${guestEmail} else '' end))) end`

export function asDiscount(row: DiscountRow | null): BookingFacts['discount'] {
  if (!row) return undefined
  const discount: Discount =
    row.percent === null ? { amountPence: row.amountPence ?? 0 } : { percent: row.percent }
  return { ...discount, id: row.id, minimumPence: row.minimumPence }
}
