import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { answerDays, lastOfferHoursBefore } from '#domain/limits.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { isOfSlot, type Slot } from '#domain/office/recurrence.ts'
import { changedMeanwhile, officeSentences, saysWhy } from '#domain/office/sentences.ts'
import {
  type ChangedSession,
  planChange,
  type SessionAsIs,
  type SessionChange,
} from '#domain/office/session-changes.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { noteHoldersToRing } from '#server/features/orders/note-to-ring.ts'
import { offerFreedPlaces } from '#server/features/waiting-list/offer-places.ts'
import { inParts } from '#server/in-parts.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { forgetSubmission, recordAction } from '#server/staff-log/record-action.ts'
import { findClashes } from './find-clashes.ts'
import { lockSessions, lockTermsOf } from './lock-sessions.ts'
import { dateTaken } from './make-class.ts'
import { countHolders } from './notify-holders.ts'
import { weeksFrom } from './planner-queries.ts'

/** Sessions as they were read, with one change for all. */
interface Requested {
  sessions: { id: number; version: number }[]
  changes: SessionChange & { addTeachers?: number[] | undefined; dropTeachers?: number[] | undefined }
  reason?: string
}
type Skipped = CallOutput<typeof planner.saveSessions>['left'][number]
type Saved = CallOutput<typeof planner.saveSessions>

const maxSessionsPerChange = 500
const hour = 60 * 60 * 1000

interface Row extends SessionAsIs {
  id: number
  offeringId: number
  name: string
  version: number
  by: string | null
  at: Date | null
  venueId: number
  room: { name: string; capacity: number | null; isOfVenue: boolean } | null
  closure: string | null
  takenTimes: string[]
  /** The weekly times of its class. */
  slots: (Slot & { id: number })[]
  weeksFrom: string
  teacherIds: number[]
  places: number
}
/** A session as it is, and as it should become. */
export type Change = { row: Row; next: ChangedSession }

/** Previews a bulk edit: how many change, which cannot and why, and how many then clash. */
export async function previewSessions(
  db: Db,
  requested: Requested,
  now: Date,
): Promise<CallOutput<typeof planner.previewSessions>> {
  requireFew(requested)
  const { changed, left } = await planChanges(db, requested, now)
  const clashes = await findClashes(
    db,
    changed.map(({ row, next }) => ({
      ...next,
      key: row.id,
      sessionId: row.id,
      teacherIds: row.teacherIds
        .filter(id => !requested.changes.dropTeachers?.includes(id))
        .concat(requested.changes.addTeachers ?? []),
    })),
  )
  const families = changed.filter(({ row, next }) => next.isMoved && row.places > 0)
  return {
    saved: changed.length,
    left,
    clashing: clashes.size,
    families: families.reduce((sum, { row }) => sum + row.places, 0),
  }
}

/**
 * Changes up to 500 sessions alike, each at the version that was read (spec 3 §2.5). Those that cannot change
 * are left and reported; the others are saved in one transaction. Added places are offered to the waiting list;
 * places cannot go below those taken or kept. Prices of bought places stay. Families can be told of a published
 * date's new time. Locks the terms that a new time is checked against, then the sessions by id.
 */
export async function saveSessions(
  request: OfficeRequest,
  input: CallInput<typeof planner.saveSessions>,
): Promise<Recorded<Saved>> {
  const { clock, staff, jobWaiting } = request
  requireFew(input)
  const recorded = await recordAction(request, input, async tx => {
    const now = clock()
    const { changed, left, moved, offered } = await changeSessions(tx, input, {
      now,
      staffId: staff.staffId,
    })
    const ids = changed.map(({ row }) => row.id)
    const toNotify = input.tell ? moved.filter(({ row }) => row.places > 0) : []
    const notifiedIds = toNotify.map(({ row }) => row.id)
    const holders = await countHolders(tx, notifiedIds)
    if (holders.toRing > 0) await noteHoldersToRing(tx, request, notifiedIds, 'newTime')
    await tellLater(tx, toNotify, { now, staffId: staff.staffId })
    const answer: Saved = {
      saved: changed.map(({ row }) => ({ id: row.id, version: row.version + 1 })),
      left,
      offered,
      ...holders,
    }
    if (changed.length === 0) {
      // Somebody who corrects a refused change and submits again does not repeat the submission.
      if (input.requestId) await forgetSubmission(tx, staff.staffId, input.requestId)
      return { answer, action: [] }
    }
    const { changes } = input
    const names = Object.keys(changes).filter(name => changes[name as keyof typeof changes] !== undefined)
    const kept = changed.filter(({ row, next }) => next.isKeptInClosure && !row.isKeptInClosure)
    return {
      answer,
      action: [
        {
          action: changes.capacity === undefined ? 'session.save' : 'session.capacity',
          subjectKind: 'session',
          ...(input.sessions.length === 1 && { subjectId: input.sessions[0]?.id as number }),
          reason: input.reason ?? '',
          facts: {
            sessions: ids,
            fields: names,
            offered,
            ...holders,
            capacity: changes.capacity ?? null,
          },
        },
        ...kept.map(({ row }) => ({
          action: 'session.keptInClosure' as const,
          subjectKind: 'session',
          subjectId: row.id,
        })),
      ],
    }
  })
  jobWaiting()
  return recorded
}

/**
 * Changes sessions in the caller's transaction; the caller tells the families and writes the log. Locks the terms that
 * a new time is checked against, then the sessions by id.
 */
export async function changeSessions(
  tx: Tx,
  requested: Requested,
  { now, staffId }: { now: Date; staffId: number },
): Promise<{ changed: Change[]; left: Skipped[]; moved: Change[]; offered: number }> {
  const chosen = requested.sessions.map(({ id }) => id)
  const { date, startTime, shiftMinutes } = requested.changes
  if (date ?? startTime ?? shiftMinutes) await lockTermsOf(tx, chosen)
  await lockSessions(tx, chosen)
  const { changed, left } = await planChanges(tx, requested, now)
  try {
    await writeChanges(tx, changed, { now, staffId })
  } catch (error) {
    // Another unlocked date of the class came there meanwhile.
    throw dateTaken(error)
  }
  await writeTeachers(
    tx,
    changed.map(({ row }) => row.id),
    requested.changes,
    now,
  )
  const moved = changed.filter(({ row, next }) => next.isMoved && row.status !== 'draft')
  await moveOffers(tx, moved, now)
  // Only now, so that places are offered at their new time.
  const raised = changed.filter(({ row, next }) => next.capacity > row.capacity).map(({ row }) => row.id)
  const offered = await offerMore(tx, raised, now)
  return { changed, left, moved, offered }
}

function requireFew({ sessions }: Requested): void {
  if (sessions.length > maxSessionsPerChange) throw new OfficeRefusal('Please choose fewer items at a time')
}

/** Plans the change of each session, and why some stay as they are. Writes nothing. */
export async function planChanges(
  db: Db,
  requested: Requested,
  now: Date,
): Promise<{ changed: Change[]; left: Skipped[] }> {
  const { sessions, changes, reason } = requested
  requireThat(
    Object.values(changes).some(value => value !== undefined),
    plannerSentences.nothingToChange,
  )
  requireFields({ reason: reason && !saysWhy(reason) && officeSentences.sayWhy })
  const rows = await readRows(db, sessions, changes)
  return inParts(planEach(requested, new Map(rows.map(row => [row.id, row])), now))
}

/** Plans one session after the other, and yields between them. */
function* planEach(
  { sessions, changes, reason = '' }: Requested,
  rows: Map<number, Row>,
  now: Date,
): Generator<void, { changed: Change[]; left: Skipped[] }> {
  const changed: Change[] = []
  const left: Skipped[] = []
  const planned = new Set<string>()
  for (const { id, version } of sessions) {
    yield
    const row = rows.get(id)
    const leave = (sentence: string) =>
      left.push({ id, sentence, by: row?.by ?? '', at: row?.at?.toISOString() ?? null })
    if (!row) leave(plannerSentences.notFound)
    else if (row.version !== version)
      leave(changedMeanwhile(row.by ?? 'Somebody', momentInLondon(row.at ?? now).slice(11)))
    else {
      const next = planChange(row, changes, {
        now,
        reason,
        room: row.room ?? undefined,
        closure: row.closure ?? undefined,
      })
      if (typeof next === 'string') {
        leave(next)
        continue
      }
      // Moved back to a weekly time, as Undo of a drag does, a date follows it again (decision O-17).
      if (next.isMoved)
        next.slotId ??= row.slots.find(slot => isOfSlot(slot, next, row.weeksFrom))?.id ?? null
      const time = `${next.date} ${next.startTime}`
      const place = `${row.offeringId} ${time} ${row.name}`
      if (next.isMoved && (row.takenTimes.includes(time) || planned.has(place)))
        leave(plannerSentences.dateTaken)
      else changed.push({ row, next })
      planned.add(place)
    }
  }
  return { changed, left }
}

async function readRows(
  db: Db,
  sessions: Requested['sessions'],
  { roomId, date }: Requested['changes'],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.offering_id as "offeringId", s.name, s.version, s.status, s.start_date as date, s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime", s.starts_at as "startsAt",
      least(s.publish_at, t.publish_at) as "publishAt",
      s.capacity, s.places_taken + s.places_offered as "placesUsed", s.places_taken as places, s.price_pence as "pricePence",
      s.credits, s.offers_trial as "offersTrial", s.trial_price_pence as "trialPricePence", s.room_id as "roomId",
      o.is_pack_only as "isPackOnly", s.slot_id as "slotId", s.is_kept_in_closure as "isKeptInClosure",
      o.venue_id as "venueId", m.full_name as by, s.updated_at as at,
      case when t.id is not null then json_build_object('name', t.name, 'startDate', t.start_date, 'endDate', t.end_date)
        end as term,
      case when r.id is not null then json_build_object('name', r.name, 'capacity', r.capacity,
        'isOfVenue', r.venue_id = o.venue_id and r.is_active)
        when ${roomId ?? 0} > 0 then json_build_object('name', '', 'capacity', null, 'isOfVenue', false) end as room,
      (select c.name from closures c where c.term_id = o.term_id and (c.venue_id is null or c.venue_id = o.venue_id)
        and coalesce(${date ?? null}::date, s.start_date) between c.start_date and c.end_date limit 1) as closure,
      (select coalesce(json_agg(x.start_date || ' ' || left(x.start_time::text, 5)), '[]') from sessions x
        where x.offering_id = s.offering_id and x.id <> s.id and x.name = s.name and x.status <> 'cancelled'
          and x.start_date = coalesce(${date ?? null}::date, s.start_date)) as "takenTimes",
      ${weeksFrom} as "weeksFrom",
      (select coalesce(json_agg(json_build_object('id', z.id, 'weekday', z.weekday, 'weeks', z.weeks,
          'startTime', left(z.start_time::text, 5), 'endTime', left(z.end_time::text, 5))), '[]')
        from offering_slots z where z.offering_id = s.offering_id) as slots,
      (select coalesce(json_agg(staff_id), '[]') from session_teachers where session_id = s.id) as "teacherIds"
    from sessions s join offerings o on o.id = s.offering_id left join terms t on t.id = o.term_id
    left join rooms r on r.id = case when ${roomId === undefined} then s.room_id else ${roomId ?? 0} end
    left join staff m on m.id = s.updated_by
    where s.id = any(${sessions.map(({ id }) => id)}::bigint[])`.execute(db)
  return rows
}

/** Writes the planned changes of locked sessions. */
export async function writeChanges(
  tx: Tx,
  changed: { row: { id: number }; next: ChangedSession }[],
  { now, staffId }: { now: Date; staffId: number },
): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ row, next }) => ({ id: row.id, ...next }))
  await sql`update sessions s set start_date = n.date, end_date = n."endDate", start_time = n."startTime",
      end_time = n."endTime", capacity = n.capacity, price_pence = n."pricePence", credits = n.credits,
      offers_trial = n."offersTrial", trial_price_pence = n."trialPricePence", room_id = n."roomId",
      slot_id = n."slotId", is_kept_in_closure = n."isKeptInClosure", version = version + 1, updated_at = ${now},
      updated_by = ${staffId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id bigint, date date, "endDate" date, "startTime" time,
      "endTime" time, capacity integer, "pricePence" integer, credits integer, "offersTrial" boolean,
      "trialPricePence" integer, "roomId" bigint, "slotId" bigint, "isKeptInClosure" boolean)
    where s.id = n.id`.execute(tx)
}

export async function writeTeachers(
  tx: Tx,
  sessionIds: number[],
  { addTeachers = [], dropTeachers = [] }: Pick<Requested['changes'], 'addTeachers' | 'dropTeachers'>,
  now: Date,
): Promise<void> {
  // What they have marked so far counts when it arrives (decision O-171).
  await sql`with gone as (
      delete from session_teachers where session_id = any(${sessionIds}::bigint[])
        and staff_id = any(${dropTeachers}::bigint[]) returning session_id, staff_id)
    insert into former_teachers (session_id, staff_id, until) select session_id, staff_id, ${now} from gone
    on conflict (session_id, staff_id) do update set until = excluded.until`.execute(tx)
  // Former members of staff are left out.
  await sql`insert into session_teachers (session_id, staff_id)
    select s, m.id from unnest(${sessionIds}::bigint[]) s, staff m
    where m.id = any(${addTeachers}::bigint[]) and m.status = 'active' on conflict do nothing`.execute(tx)
}

/** Offers the added places to those who wait, and returns how many offers. */
export async function offerMore(tx: Tx, sessionIds: number[], now: Date): Promise<number> {
  if (sessionIds.length === 0) return 0
  const countOffered = async () => {
    const { rows } = await sql<{
      offered: number
    }>`select coalesce(sum(places_offered), 0)::integer as offered
      from sessions where id = any(${sessionIds}::bigint[])`.execute(tx)
    return rows[0]?.offered ?? 0
  }
  const before = await countOffered()
  await offerFreedPlaces(tx, sessionIds, now)
  return (await countOffered()) - before
}

/**
 * Shortens offers whose session now starts earlier, because an offer ends some hours before its session.
 * Families with an offer are always told the new time, because they were offered the old one.
 */
async function moveOffers(tx: Tx, moved: Change[], now: Date): Promise<void> {
  const latest = sql`s.starts_at - make_interval(hours => ${lastOfferHoursBefore})`
  const { rows } = await sql<{ id: number; until: Date; version: number; isShorter: boolean }>`
    update waiting_entries w set offer_expires_at = least(w.offer_expires_at, greatest(${latest}, ${now}))
    from sessions s join waiting_entries was on was.offered_session_id = s.id
    where was.id = w.id and w.status = 'offered' and w.offer_expires_at > ${now}
      and s.id = any(${moved.map(({ row }) => row.id)}::bigint[])
    returning w.id, w.offer_expires_at as until, s.version, w.offer_expires_at < was.offer_expires_at as "isShorter"`.execute(
    tx,
  )
  for (const { id, until, version, isShorter } of rows) {
    await enqueue(tx, 'place-offered', { entryId: id, version }, now)
    if (isShorter) await enqueue(tx, 'lapse-offer', { entryId: id }, until)
  }
}

/** Writes one job for all moved sessions, so that a family with several places gets one message. */
async function tellLater(
  tx: Tx,
  moved: Change[],
  { now, staffId }: { now: Date; staffId: number },
): Promise<void> {
  const was = moved.map(({ row: { id, startsAt } }) => ({ id, startsAt }))
  const { rows } = await sql<{ id: number }>`
    insert into session_changes (session_id, was_starts_at, is_starts_at, answer_until, staff_id, changed_at)
    select s.id, was."startsAt", s.starts_at,
      least(${new Date(now.getTime() + answerDays * 24 * hour)}::timestamptz, s.starts_at), ${staffId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(was)}::jsonb) as was(id bigint, "startsAt" timestamptz)
    join sessions s on s.id = was.id returning session_changes.id`.execute(tx)
  if (rows.length > 0) await enqueue(tx, 'sessions-moved', { changeIds: rows.map(({ id }) => id) }, now)
}
