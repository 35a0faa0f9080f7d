import { type RawBuilder, sql } from 'kysely'
import type { DeletedDrafts, planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockClassesOf, lockSessionsAsRead } from './lock-sessions.ts'

/**
 * Deletes drafts, and their class if it then has no date and was never shown. Returns the data to restore them. Refuses
 * published dates, and with 409 a draft that somebody else saved meanwhile. Locks the classes, then the sessions.
 */
export async function deleteDrafts(
  request: OfficeRequest,
  input: CallInput<typeof planner.deleteDrafts>,
): Promise<Recorded<CallOutput<typeof planner.deleteDrafts>>> {
  return recordAction(request, input, async tx => {
    await lockClassesOf(
      tx,
      input.sessions.map(({ id }) => id),
    )
    const sessions = await lockSessionsAsRead(tx, input.sessions)
    requireThat(
      sessions.every(({ status }) => status === 'draft'),
      plannerSentences.draftsOnly,
    )
    const ids = sessions.map(({ id }) => id)
    const classes = await readDeletable(tx, ids)
    await tx.deleteFrom('session_teachers').where('session_id', 'in', ids).execute()
    await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
    const gone = await deleteEmptyClasses(
      tx,
      sql`o.id = any(${classes.map(({ offeringId }) => offeringId)}::bigint[])`,
    )
    return {
      answer: {
        deleted: classes.map(one => ({
          ...one,
          offering: gone.includes(one.offeringId) ? one.offering : null,
        })),
      },
      action: { action: 'session.delete', subjectKind: 'session', facts: { sessions: ids } },
    }
  })
}

/** Reads the drafts by class, with everything of the class. */
async function readDeletable(tx: Tx, ids: number[]): Promise<DeletedDrafts[]> {
  const { rows } = await sql<DeletedDrafts>`
    select o.id as "offeringId",
      json_build_object('name', o.name, 'ageGroupId', o.age_group_id, 'roomId', o.room_id, 'colour', o.colour,
        'introductionHtml', o.introduction_html, 'imagePath', o.image_path, 'isPackOnly', o.is_pack_only,
        'refusesOtherAges', o.refuses_other_ages, 'isMembersOnly', o.is_members_only,
        'question', o.question,
        'priceWords', o.price_description, 'termWords', o.term_dates,
        'typeId', o.offering_type_id, 'venueId', o.venue_id, 'termId', o.term_id, 'pricePence', o.one_off_price_pence,
        'weeksFrom', o.weeks_from,
        'slots', coalesce((select json_agg(json_build_object('id', w.id, 'weekday', w.weekday,
            'startTime', left(w.start_time::text, 5), 'endTime', left(w.end_time::text, 5), 'weeks', w.weeks,
            'roomId', w.room_id, 'capacity', w.capacity, 'teacherIds', to_json(w.teacher_ids)) order by w.id)
          from offering_slots w where w.offering_id = o.id), '[]')) as offering,
      json_agg(json_build_object('slotId', s.slot_id, 'name', s.name, 'date', s.start_date, 'endDate', s.end_date,
        'startTime', left(s.start_time::text, 5), 'endTime', left(s.end_time::text, 5), 'roomId', s.room_id,
        'capacity', s.capacity, 'pricePence', s.price_pence, 'credits', s.credits, 'offersTrial', s.offers_trial,
        'trialPricePence', s.trial_price_pence, 'isKept', s.is_kept_in_closure, 'publishAt', ${isoTime('s.publish_at')},
        'teacherIds', array(select staff_id from session_teachers where session_id = s.id order by staff_id))
        order by s.starts_at, s.id) as drafts
    from sessions s join offerings o on o.id = s.offering_id
    where s.id = any(${ids}::bigint[]) group by o.id order by o.id`.execute(tx)
  return rows
}

/** Deletes classes that were never shown and have no date left; returns their ids. */
export async function deleteEmptyClasses(tx: Tx, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from offerings o where ${which} and not o.is_active
      and not exists (select from sessions s where s.offering_id = o.id)
      and not exists (select from waiting_entries w where w.offering_id = o.id)`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from offering_slots where offering_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from offerings where id = any(${ids}::bigint[])`.execute(tx)
  return ids
}
