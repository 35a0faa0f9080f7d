import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** An additional date of a class. */
export interface FurtherSession {
  slotId: number | null
  date: string
  endDate: string
  startTime: string
  endTime: string
  roomId: number | null
  capacity: number
  isKept: boolean
  teacherIds: number[]
}
interface Like {
  name: string
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
}
/** A draft to be written; its offering determines kind and type. */
export type NewSession = { offeringId: number } & Like & FurtherSession

/**
 * Inserts additional dates of an existing class, as drafts at the price and credits of its newest date. In a class
 * that only packs pay, a date costs at least 1 credit.
 */
export async function insertFurther(tx: Tx, offeringId: number, dates: FurtherSession[]): Promise<number[]> {
  if (dates.length === 0) return []
  const { rows } = await sql<Like>`
    select o.name, coalesce(s.price_pence, o.one_off_price_pence) as "pricePence", coalesce(s.credits, 0) as credits,
      coalesce(s.offers_trial, false) as "offersTrial", coalesce(s.trial_price_pence, 0) as "trialPricePence"
    from offerings o left join lateral (select * from sessions s where s.offering_id = o.id and s.status <> 'cancelled'
      order by s.start_date desc, s.id desc limit 1) s on true
    where o.id = ${offeringId}`.execute(tx)
  const like = rows[0] as Like
  return insertDrafts(
    tx,
    dates.map(date => ({ ...date, ...like, offeringId })),
  )
}

/** Makes a class without published dates run from its first date to its last. */
export const spanDates = (tx: Tx, offeringId: number): Promise<unknown> =>
  sql`update offerings o set start_date = d.first, end_date = d.last
    from (select min(start_date) as first, max(end_date) as last from sessions
      where offering_id = ${offeringId} and status <> 'cancelled') d
    where o.id = ${offeringId} and not o.is_active and d.first is not null`.execute(tx)

/** Keeps the day from which a class's odd and even weeks are counted, even if its first dates are deleted. */
export const keepWeeks = (tx: Tx, offeringId: number): Promise<unknown> =>
  sql`update offerings o set weeks_from = d.first
    from (select min(s.start_date - case w.weeks when 'even' then 7 else 0 end) as first
      from sessions s join offering_slots w on w.id = s.slot_id
      where w.offering_id = ${offeringId} and w.weeks <> 'every' and s.status <> 'cancelled') d
    where o.id = ${offeringId} and o.weeks_from is null and d.first is not null`.execute(tx)

/**
 * Inserts drafts with their teachers in one statement, and returns their ids in no particular order. In a pack-only
 * class none is free, even if the newest date is (record 067).
 */
export async function insertDrafts(tx: Tx, drafts: NewSession[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select d.*, o.kind, o.offering_type_id, o.is_pack_only
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d("offeringId" bigint, "slotId" bigint, name text,
        date date, "endDate" date, "startTime" time, "endTime" time, "roomId" bigint, capacity integer,
        "pricePence" integer, credits integer, "offersTrial" boolean, "trialPricePence" integer, "isKept" boolean,
        "teacherIds" jsonb)
      join offerings o on o.id = d."offeringId"
    ), made as (
      insert into sessions (kind, offering_id, offering_type_id, slot_id, name, start_date, end_date, start_time, end_time,
        room_id, capacity, price_pence, credits, offers_trial, trial_price_pence, is_kept_in_closure, status)
      select kind, "offeringId", offering_type_id, "slotId", name, date, "endDate", "startTime", "endTime", "roomId",
        capacity, "pricePence", greatest(credits, is_pack_only::integer), "offersTrial", "trialPricePence", "isKept", 'draft'
      from given order by date, "startTime"
      returning id, offering_id, start_date, start_time, name
    ), taught as (
      insert into session_teachers (session_id, staff_id)
      select m.id, t::bigint from made m join given g on g."offeringId" = m.offering_id and g.date = m.start_date
        and g."startTime" = m.start_time and g.name = m.name
      cross join jsonb_array_elements_text(g."teacherIds") t
    )
    select id from made`.execute(tx)
  return rows.map(({ id }) => id)
}
