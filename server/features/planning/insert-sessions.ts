import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'

/** A date that is made as a draft; its offering tells kind and type. */
export interface NewSession {
  offeringId: number
  slotId: number | null
  name: string
  date: string
  endDate: string
  startTime: string
  endTime: string
  roomId: number | null
  capacity: number
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  isKept: boolean
  teacherIds: number[]
}

/** Writes drafts with their teachers in one statement, and gives their ids in no particular order. */
export async function insertDrafts(tx: Tx, drafts: NewSession[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select d.*, o.kind, o.offering_type_id
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d("offeringId" bigint, "slotId" bigint, name text,
        date date, "endDate" date, "startTime" time, "endTime" time, "roomId" bigint, capacity integer,
        "pricePence" integer, credits integer, "offersTrial" boolean, "trialPricePence" integer, "isKept" boolean,
        "teacherIds" jsonb)
      join offerings o on o.id = d."offeringId"
    ), made as (
      insert into sessions (kind, offering_id, offering_type_id, slot_id, name, start_date, end_date, start_time, end_time,
        room_id, capacity, price_pence, credits, offers_trial, trial_price_pence, is_kept_in_closure, status)
      select kind, "offeringId", offering_type_id, "slotId", name, date, "endDate", "startTime", "endTime", "roomId",
        capacity, "pricePence", credits, "offersTrial", "trialPricePence", "isKept", 'draft'
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
