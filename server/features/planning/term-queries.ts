import { sql } from 'kysely'
import type { Term, terms } from '#contract/office/terms.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { type Closure, datesOf } from '#domain/office/recurrence.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'
import { findClashes } from './find-clashes.ts'

/**
 * Lists all terms, latest first, with their closures and how many dates are drafts or published. A term whose
 * dates were all published one by one counts as published; past drafts are ignored.
 */
export const listTerms = (db: Db, now: Date): Promise<Term[]> => selectTerms(db, now)

export async function readTermAsListed(db: Db, id: number, now: Date): Promise<Term | undefined> {
  return (await selectTerms(db, now, id))[0]
}

async function selectTerms(db: Db, now: Date, id?: number): Promise<Term[]> {
  const { rows } = await sql<Omit<Term, 'publishAt'> & { publishAt: Date | null }>`
    select t.id, t.version, t.name, t.start_date as "startDate", t.end_date as "endDate",
      case when t.state = 'draft' and n.drafts = 0 and n.published > 0 then 'published' else t.state end as state,
      t.publish_at as "publishAt", t.still_to_copy is not null as "isBeingMade",
      coalesce((select json_agg(json_build_object('name', c.name, 'venueId', c.venue_id, 'startDate', c.start_date,
        'endDate', c.end_date) order by c.start_date, c.id) from closures c where c.term_id = t.id), '[]') as closures,
      coalesce(n.drafts, 0) as drafts, coalesce(n.over, 0) as over, coalesce(n.published, 0) as published
    from terms t left join (
      select o.term_id, count(*) filter (where s.status = 'draft' and s.starts_at > ${now})::integer as drafts,
        count(*) filter (where s.status = 'draft' and s.starts_at <= ${now})::integer as over,
        count(*) filter (where s.status <> 'draft')::integer as published
      from offerings o join sessions s on s.offering_id = o.id where o.term_id is not null group by o.term_id
    ) n on n.term_id = t.id
    where ${id ?? null}::bigint is null or t.id = ${id ?? null}
    order by t.start_date desc, t.id desc`.execute(db)
  return rows.map(row => ({ ...row, publishAt: row.publishAt?.toISOString() ?? null }))
}

/** Reads a term's own row; refuses an unknown id. */
export async function readTerm(db: Db, id: number) {
  const term = await db.selectFrom('terms').selectAll().where('id', '=', id).executeTakeFirst()
  requireThat(term, plannerSentences.chooseTerm)
  return term
}

export const readClosures = (db: Db, termIds: number[]): Promise<Closure[]> =>
  db
    .selectFrom('closures')
    .select(['name', 'venue_id as venueId', 'start_date as startDate', 'end_date as endDate'])
    .where('term_id', 'in', termIds)
    .orderBy('start_date')
    .execute()

/**
 * The data that a class's copy starts from: its weekly times, and the price of its newest date. A pack-only class costs
 * at least one credit.
 */
export interface ClassToCopy {
  offeringId: number
  title: string
  venueId: number
  venue: string
  ages: string
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  slots: {
    weekday: number
    startTime: string
    endTime: string
    weeks: 'every' | 'odd' | 'even'
    roomId: number | null
    capacity: number
    teacherIds: number[]
  }[]
}

/**
 * Reads the classes of a term, or the given ones, that have weekly times and active types, ages and venues, with active
 * rooms and present teachers.
 */
export async function readClassesToCopy(
  db: Db,
  wanted: { termId: number } | { offeringIds: number[] },
): Promise<ClassToCopy[]> {
  const { rows } = await sql<ClassToCopy>`
    select o.id as "offeringId", ${staffClassTitle('y')} as title, o.venue_id as "venueId", v.name as venue,
      a.name as ages, last.price_pence as "pricePence", last.credits, last.offers_trial as "offersTrial",
      last.trial_price_pence as "trialPricePence", slots.slots
    from offerings o join offering_types y on y.id = o.offering_type_id join venues v on v.id = o.venue_id
    join age_groups a on a.id = o.age_group_id
    join lateral (select * from sessions s where s.offering_id = o.id and s.status <> 'cancelled'
      order by s.start_date desc, s.id desc limit 1) last on true
    join lateral (select json_agg(json_build_object('weekday', weekday, 'startTime', left(start_time::text, 5),
        'endTime', left(end_time::text, 5), 'weeks', weeks, 'capacity', capacity,
        'roomId', (select r.id from rooms r where r.id = room_id and r.is_active),
        'teacherIds', (select coalesce(json_agg(m.id order by m.id), '[]') from staff m
          where m.id = any(teacher_ids) and m.status = 'active')) order by weekday, start_time) as slots
      from offering_slots where offering_id = o.id) slots on slots.slots is not null
    where ${'termId' in wanted ? sql`o.term_id = ${wanted.termId} and y.is_active and v.is_active and (a.is_active or a.is_range)` : sql`o.id = any(${wanted.offeringIds}::bigint[])`}
    order by v.sort, v.name collate "und-x-icu", (${staffClassTitle('y')}) collate "und-x-icu", o.id`.execute(
    db,
  )
  return rows
}

/** Previews how many dates each class of a term would have in another term, and how many would clash. */
export async function previewCopy(
  db: Db,
  asked: CallInput<typeof terms.previewCopy>,
): Promise<CallOutput<typeof terms.previewCopy>> {
  const classes = await planCopy(db, asked)
  const clashes = await findClashes(
    db,
    classes.flatMap(({ offeringId, title, slots, made }) =>
      (asked.left.includes(offeringId) ? [] : made).map(({ key, date, startTime, endTime, slot }) => ({
        ...{ key, title, date, endDate: date, startTime, endTime },
        roomId: slots[slot]?.roomId ?? null,
        teacherIds: slots[slot]?.teacherIds ?? [],
      })),
    ),
  )
  return {
    classes: classes.map(({ offeringId, title, venue, ages, pricePence, credits, slots, made, skipped }) => ({
      ...{ offeringId, title, venue, ages, pricePence, credits, skipped },
      times: slots.map(({ weekday, startTime, endTime }) => ({ weekday, startTime, endTime })),
      dates: made.length,
      clashing: made.filter(({ key }) => clashes.has(key)).length,
    })),
  }
}

/** Plans the dates that the classes of a term would have in another term. */
export async function planCopy(
  db: Db,
  { termId, startDate, endDate, closures }: Omit<CallInput<typeof terms.previewCopy>, 'left'>,
) {
  const classes = await readClassesToCopy(db, { termId })
  let key = 0
  return classes.map(copied => {
    const calendar = { from: startDate, to: endDate, firstDay: startDate, closures, venueId: copied.venueId }
    const dates = datesOf(copied.slots, calendar)
    const made = dates.filter(({ skippedFor }) => !skippedFor).map(date => ({ ...date, key: ++key }))
    return { ...copied, made, skipped: dates.length - made.length }
  })
}
