import { sql } from 'kysely'
import type { offeredSession, preview } from '#contract/orders.ts'
import type { Value } from '#contract/wire.ts'
import { type BookingFacts, canBeBooked, type SessionFacts } from '#domain/booking-rules.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { priceLine } from '#domain/price-line.ts'
import { creditsOfPlace } from '#domain/prices.ts'
import { batched } from '#server/database/batched.ts'
import { planKept } from '#server/database/connect.ts'
import { isMember } from '#server/features/offerings/class-rules-sql.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { AccountId } from '#server/request/actor.ts'
import {
  asDiscount,
  type DiscountRow,
  type SessionRow,
  sessionFacts,
  usableDiscount,
  withInstant,
} from './booking-facts.ts'

type OfferedSession = Value<typeof offeredSession>
type PreviewedOffering = Value<typeof preview>['offering']

interface PreviewWanted {
  kind: OfferingKind
  accountId: AccountId | undefined
  guestContact: string
  /** A guest's identity, as far as they have typed it. */
  contact: { email: string; phone: string } | undefined
  offeringId: number
  discountCode: string
  today: string
  now: Date
}

interface Previewed {
  offering: PreviewedOffering
  sessions: OfferedSession[]
  facts: Pick<BookingFacts, 'sessions' | 'creditBalance' | 'discount' | 'ownChildren' | 'isMember'>
  childCount: number
}

/**
 * Reads what the booking dialog shows of one offering, with the facts to price a choice; undefined if it does
 * not exist. Concurrent calls share one statement; `offset 0` makes PostgreSQL look up each offering by its
 * id.
 */
export const readPreviewFacts = batched(
  async (db, wanted: PreviewWanted[]): Promise<(Previewed | undefined)[]> => {
    const { rows } = await sql<{
      position: number
      offering: PreviewedOffering
      sessions: (Omit<OfferedSession, keyof SessionFacts | 'isBookable'> & { facts: SessionRow })[]
      balance: number | null
      own_children: BookingFacts['ownChildren']
      is_member: boolean
      discount: DiscountRow | null
    }>`${planKept} select q.position,
      json_build_object('id', o.id, 'title', ${classTitle}, 'image', coalesce(nullif(o.image_path, ''), t.image_path),
        'type', json_build_object('name', t.name), 'venue', json_build_object('name', v.name),
        'ages', json_build_object('name', g.name), 'startDate', o.start_date, 'endDate', o.end_date,
        'isPackOnly', o.is_pack_only, 'priceDescription', o.price_description, 'typeId', t.id) as offering,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'startDate', s.start_date,
          'endDate', s.end_date, 'weekday', to_char(s.start_date, 'Dy'), 'startTime', to_char(s.start_time, 'HH24:MI'),
          'endTime', to_char(s.end_time, 'HH24:MI'),
          'facts', ${sessionFacts}) order by s.start_date, s.start_time, s.id), '[]')
        from sessions s where s.offering_id = o.id and s.status = 'scheduled' and s.start_date >= q.today) as sessions,
      (select credit_balance from accounts where id = q.account_id) as balance,
      (select coalesce(json_agg(json_build_object('id', id, 'firstName', first_name, 'dateOfBirth', date_of_birth)), '[]')
        from children where account_id = q.account_id) as own_children,
      ${isMember(sql`q.account_id`, sql`q.now`)} as is_member,
      ${usableDiscount} as discount
    from json_to_recordset(${JSON.stringify(wanted.map(asQuestion))}) as q(position integer, kind text, account_id bigint,
      guest_contact text, contact_email text, contact_phone text, offering_id bigint, discount_code text, today date, now timestamptz, seats text[])
    cross join lateral (
      select * from offerings where id = q.offering_id and kind = q.kind and is_active offset 0) o
    join offering_types t on t.id = o.offering_type_id and t.is_active
    join venues v on v.id = o.venue_id
    join age_groups g on g.id = o.age_group_id`.execute(db)
    const found = new Map(rows.map(row => [row.position, row]))
    return wanted.map(({ now }, position) => {
      const row = found.get(position)
      if (!row) return undefined
      const sessions = row.sessions.map(({ facts, ...shown }) => ({ ...shown, ...withInstant(facts) }))
      return {
        offering: { ...row.offering, ...asOnSale(row.offering, sessions, now) },
        sessions: sessions.map(session => ({
          ...session,
          credits: creditsOfPlace(session),
          isBookable: canBeBooked(session, now),
        })),
        facts: {
          sessions,
          creditBalance: row.balance ?? 0,
          discount: asDiscount(row.discount),
          ownChildren: row.own_children,
          isMember: row.is_member,
        },
        childCount: row.own_children.length,
      }
    })
  },
)

/** Sets days and price from the dates still to come; the business's own text about the price stays. */
function asOnSale(
  { priceDescription, isPackOnly }: PreviewedOffering,
  sessions: (SessionFacts & Pick<OfferedSession, 'startDate' | 'endDate'>)[],
  now: Date,
) {
  const onSale = sessions.filter(({ startsAt }) => startsAt > now)
  const first = onSale.map(({ startDate }) => startDate).sort()[0]
  const last = onSale
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)
  return {
    ...(first && last && { startDate: first, endDate: last }),
    priceDescription: priceDescription || priceLine(onSale.map(asSold), isPackOnly),
  }
}

/** Removes the credits of a free place. */
const asSold = (session: SessionFacts) => ({ ...session, credits: creditsOfPlace(session) })

const asQuestion = (
  { kind, accountId, guestContact, contact, offeringId, discountCode, today, now }: PreviewWanted,
  position: number,
) => ({
  position,
  kind,
  account_id: accountId,
  guest_contact: guestContact,
  contact_email: contact?.email,
  contact_phone: contact?.phone,
  offering_id: offeringId,
  discount_code: discountCode.toUpperCase(),
  today,
  now,
})
