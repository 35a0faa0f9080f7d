import { sql } from 'kysely'
import type { Incident, incidents, ListedIncident } from '#contract/office/incidents.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { keepIncidentUntil } from '#domain/office/incidents.ts'
import { marksOpenAt } from '#domain/office/marks.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { ageOn } from '#domain/office/people.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { incidentPlace, openNote, sealNote } from '#server/database/seal-note.ts'
import { transaction } from '#server/database/transaction.ts'
import { sessionsAndTheirs, staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction, writeAction } from '#server/staff-log/record-action.ts'
import { requireRegister } from './open-register.ts'
import { lockNotedPlace } from './place-of-note.ts'

/** The sealed part of an incident: the words, and the child's name and age, because a family may leave. */
type Sealed = Pick<Incident, 'name' | 'age' | 'at' | 'where' | 'happened' | 'firstAid'>

/**
 * Records an incident. It is never changed: a correction is a new incident. Owners are mailed a link, without the
 * words.
 */
export async function writeIncident(
  request: OfficeRequest,
  asked: CallInput<typeof incidents.write>,
): Promise<Recorded<{ id: number }>> {
  const { staff, clock, config, jobWaiting } = request
  const { sessionId, day, bookingId = null, walkInId = null, at, where, happened, firstAid } = asked
  const now = clock()
  requireFields({
    happened: happened === '' && peopleSentences.incidentHappened,
    at: at === '' && peopleSentences.incidentTime,
  })
  const recorded = await recordAction(request, asked, async tx => {
    const { name, accountId, childId, bornOn } = await lockNotedPlace(tx, asked)
    const { title, startTime, venue } = await requireRegister(tx, request, sessionId)
    requireThat(marksOpenAt(day, startTime) <= now, peopleSentences.incidentTooEarly)
    const words: Sealed = {
      name,
      age: bornOn === null ? null : ageOn(bornOn, day),
      at,
      where,
      happened,
      firstAid,
    }
    const place = { session_id: sessionId, on_day: day, booking_id: bookingId, walk_in_id: walkInId }
    const { id } = await tx
      .insertInto('incidents')
      .values({
        ...place,
        sealed: sealNote(config.dataKey, JSON.stringify(words), incidentPlace(place)),
        ...{ staff_id: staff.staffId, written_at: now, keep_until: keepIncidentUntil(day, bornOn) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const notice = { wish: 'incident' as const, event: `incident-${id}`, words: `${title}, ${venue}, ${day}` }
    await notifyStaff(tx, notice, now)
    return {
      answer: { id },
      action: {
        ...{ action: 'incident.write' as const, subjectKind: 'incident', subjectId: id },
        ...(accountId && { accountId }),
        ...(childId && { childIds: [childId] }),
        facts: { session: sessionId },
      },
    }
  })
  jobWaiting()
  return recorded
}

const writtenColumns = sql`i.id, s.id as "sessionId", i.on_day as day, ${staffSessionTitle('t')} as title,
  v.name as venue, m.full_name as by, ${isoTime('i.written_at')} as "writtenAt"`
const incidentsAndTheirs = sql`${sessionsAndTheirs} join incidents i on i.session_id = s.id
  join staff m on m.id = i.staff_id left join bookings b on b.id = i.booking_id left join children c on c.id = b.child_id
  left join accounts f on f.id = b.account_id left join walk_ins w on w.id = i.walk_in_id`

/** Lists incidents without their words, newest first. */
export const listIncidents = (
  db: Db,
  asked: { after?: string; limit?: number },
): Promise<OfficeList<ListedIncident>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select i.id as "rowId", ${writtenColumns},
        case when f.status = 'closed' then ''
          else coalesce(c.first_name || ' ' || c.last_name, b.attendee_name, w.name) end as name
      from ${incidentsAndTheirs} where ${and}`,
    comesAfter: id => sql`i.id < ${id}`,
    order: sql`i.id desc`,
  })

/** Opens an incident and logs who read it, at the end of the same transaction. */
export async function readIncident(
  { db, staff, config, clock }: OfficeRequest,
  id: number,
): Promise<Incident> {
  return transaction(db, async tx => {
    const { rows } = await sql<
      Omit<Incident, keyof Sealed> & {
        sealed: Buffer
        booking_id: number | null
        walk_in_id: string | null
        accountId: number | null
        childId: number | null
      }
    >`select ${writtenColumns}, i.keep_until as "keepUntil", i.sealed, i.booking_id, i.walk_in_id, b.account_id as "accountId", b.child_id as "childId"
      from ${incidentsAndTheirs} where i.id = ${id}`.execute(tx)
    const [row] = rows
    requireThat(row, officeSentences.notFound)
    const { sealed, booking_id, walk_in_id, accountId, childId, ...shown } = row
    const place = incidentPlace({ session_id: shown.sessionId, on_day: shown.day, booking_id, walk_in_id })
    const words: Sealed = JSON.parse(openNote(config.dataKey, sealed, place))
    await writeAction(
      tx,
      config,
      staff,
      {
        ...{ action: 'incident.read', subjectKind: 'incident', subjectId: id },
        ...(accountId && { accountId }),
        ...(childId && { childIds: [childId] }),
      },
      clock(),
    )
    return { ...shown, ...words }
  })
}
