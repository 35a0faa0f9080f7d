import { type RawBuilder, sql } from 'kysely'
import type { GuestToRing } from '#contract/office/orders.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'

/** How long a guest who was rung stays in the list. */
const shownHours = 24
const maxShown = 200

/** Lists the guests whom somebody has to ring, oldest first, and those who were rung in the last day. */
export const listGuestsToRing = (db: Db, now: Date): Promise<GuestToRing[]> =>
  readToRing(
    db,
    sql`(r.rung_at is null or r.rung_at > ${now}::timestamptz - make_interval(hours => ${shownHours}))`,
  )

/** Lists what somebody has to ring the guest of one order about, and what they were rung about. */
export const readToRingOfOrder = (db: Db, number: string): Promise<GuestToRing[]> =>
  readToRing(db, sql`ord.order_number = ${number}`)

async function readToRing(db: Db, condition: RawBuilder<unknown>): Promise<GuestToRing[]> {
  const { rows } = await sql<GuestToRing>`
    select g.id, g.number, g.name, g.phone, g.news, ${isoTime('g.noted_at')} as "notedAt",
      ${isoTime('g.rung_at')} as "rungAt", coalesce(m.full_name, '') as "rungBy"
    from (select max(r.id) as id, min(r.id) as first_id, ord.order_number as number, ord.guest_name as name,
        ord.guest_phone as phone, json_agg(distinct r.news) as news, max(r.noted_at) as noted_at, r.rung_at, r.rung_by
      from guests_to_ring r join orders ord on ord.id = r.order_id
      where ord.account_id is null and ${condition} group by ord.id, r.rung_at, r.rung_by) g
    left join staff m on m.id = g.rung_by
    order by g.rung_at nulls first, g.first_id limit ${maxShown}`.execute(db)
  return rows
}

/** Selects the number of a guest without an email address, of an order `ord`; '' if a mail tells its family. */
export const ringOn = sql<string>`case when ord.account_id is null and ord.guest_email = '' then ord.guest_phone else '' end`

/** Counts the orders whose guest somebody has to ring. */
export const toRingCount = sql<number>`(select count(distinct r.order_id)::int from guests_to_ring r
  join orders o on o.id = r.order_id where r.rung_at is null and o.account_id is null)`
