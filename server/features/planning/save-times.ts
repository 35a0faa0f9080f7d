import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { instantInLondon } from '#domain/calendar.ts'
import { maxDatesOfClass, maxPlaces } from '#domain/limits.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { outsideTerm, plannerSentences } from '#domain/office/planner-sentences.ts'
import { datesOf, type PlannedDate, runsInWeek } from '#domain/office/recurrence.ts'
import { saysWhy } from '#domain/office/sentences.ts'
import type { ChangedSession } from '#domain/office/session-changes.ts'
import { type DateOfSlot, type FollowIn, type FullSlot, followSlot } from '#domain/office/slot-changes.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { findClashes } from './find-clashes.ts'
import { insertFurther, spanDates } from './insert-sessions.ts'
import { lockSessionsOf, lockTermOf } from './lock-sessions.ts'
import { dateTaken, insertSlots, lacksTeachers, overfull, readRooms, slotsProblem } from './make-class.ts'
import { readClass, readWeeksFrom } from './planner-queries.ts'
import { requirePublicInTime } from './publish-drafts.ts'
import { offerMore, writeChanges, writeTeachers } from './save-sessions.ts'
import { readClosures } from './term-queries.ts'

type Requested = CallInput<typeof planner.previewTimes>
type Saved = CallOutput<typeof planner.saveTimes>

type SlotAsIs = FullSlot & { id: number }
type DateAsIs = DateOfSlot & { teacherIds: number[] }
type Changed = { row: DateAsIs; next: ChangedSession; teacherIds: number[] }
interface ChangedSlot {
  was: SlotAsIs
  is: FullSlot
  dates: Changed[]
}

interface Plan {
  changed: ChangedSlot[]
  removedIds: number[]
  added: FullSlot[]
  /** The day from which odd and even weeks are counted; null if every weekly time is weekly. */
  weeksFrom: string | null
  deletedIds: number[]
  /** The new dates, with the id of an existing slot. `slotId` is undefined for an added slot. */
  made: (PlannedDate & { of: FullSlot; slotId: number | undefined })[]
  skipped: number
  staying: number
  left: Saved['left']
}

/** Previews what a change of a class's weekly times does to its dates, and how many then clash. */
export async function previewTimes(
  db: Db,
  requested: Requested,
  now: Date,
): Promise<CallOutput<typeof planner.previewTimes>> {
  return countsOf(db, await planTimes(db, requested, now))
}

/**
 * Changes the weekly times of a class (decision O-17, record 067). Drafts follow at once; published dates only
 * on request, and those with bookings or waiting entries keep their day and time. New weekly times get drafts.
 * Refuses with 409 when somebody else saved the class meanwhile. Locks the term, the class, then its sessions
 * by id.
 */
export async function saveTimes(
  request: OfficeRequest,
  input: CallInput<typeof planner.saveTimes>,
): Promise<Recorded<Saved>> {
  const { clock, staff, jobWaiting } = request
  const { id } = input
  try {
    const recorded = await recordAction(request, input, async tx => {
      const now = clock()
      const current = () => readClass(tx, id)
      await lockTermOf(tx, id)
      const version = await saveVersioned(tx, 'offerings', input, {}, { staff, now, current })
      await lockSessionsOf(tx, sql`o.id = ${id}`)
      const plan = await planTimes(tx, input, now)
      const counts = await countsOf(tx, plan)
      const { offered, madeIds } = await writePlan(tx, id, plan, { now, staffId: staff.staffId })
      const { left, ...numbers } = counts
      const ofClass = { subjectKind: 'class', subjectId: id, reason: input.reason ?? '' }
      const facts = {
        ...{ ...numbers, left: left.length, offered, fields: ['slots'], deletedDrafts: plan.deletedIds },
        sessions: plan.changed.flatMap(({ dates }) => dates.map(({ row }) => row.id)),
      }
      const save: Action = { action: 'class.save', ...ofClass, facts }
      const make: Action = { action: 'class.addDates', ...ofClass, facts: { sessions: madeIds } }
      return {
        answer: { id, version, offered, ...counts },
        action: madeIds.length > 0 ? [save, make] : save,
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    throw dateTaken(error)
  }
}

async function planTimes(
  db: Db,
  { id, slots, from, to, withPublished, reason = '' }: Requested,
  now: Date,
): Promise<Plan> {
  const found = await readClassWithDates(db, id, now)
  const { offering, present, dates } = found
  const rooms = await readRooms(db, offering.venueId)
  await requireSlots(db, { slots, reason, present, rooms })
  const given = slots.map(({ id: slotId, ...is }) => ({ was: present.find(one => one.id === slotId), is }))
  const closures = offering.termId ? await readClosures(db, [offering.termId]) : []
  const calendar = { firstDay: offering.firstDay, closures, venueId: offering.venueId }
  const around: FollowIn = { ...calendar, now, reason, withPublished, rooms }
  const keyOf = ({ date, startTime }: { date: string; startTime: string }) => `${date} ${startTime}`
  const taken = new Set(found.taken)
  const plan: Plan = {
    changed: [],
    removedIds: present.filter(one => !slots.some(slot => slot.id === one.id)).map(one => one.id),
    added: given.filter(({ was }) => !was).map(({ is }) => is),
    weeksFrom: slots.some(({ weeks }) => weeks !== 'every') ? offering.firstDay : null,
    ...{ deletedIds: [], made: [], skipped: 0, staying: 0, left: [] },
  }
  const drop = (row: DateAsIs) => {
    plan.deletedIds.push(row.id)
    taken.delete(keyOf(row))
  }
  for (const row of dates.filter(({ slotId }) => plan.removedIds.includes(slotId ?? 0))) {
    if (row.status === 'draft') drop(row)
    else plan.staying++
  }
  for (const { was, is } of inOrder(given)) {
    const slot: ChangedSlot = { was, is, dates: [] }
    plan.changed.push(slot)
    const teachersChange = String([...was.teacherIds].sort()) !== String([...is.teacherIds].sort())
    const movesTime = !isSameTime(was, is)
    for (const row of dates.filter(({ slotId }) => slotId === was.id)) {
      const next = followSlot(row, was, is, around)
      const keepsTime = () => {
        if (row.status !== 'draft' && movesTime) plan.staying++
      }
      if (next === 'goes' || next === 'goesForClosure') {
        drop(row)
        if (next === 'goesForClosure') plan.skipped++
      } else if (next === 'stays') keepsTime()
      else {
        const isMoved = 'date' in next && keyOf(next) !== keyOf(row)
        if ('sentence' in next || (isMoved && taken.has(keyOf(next)))) {
          const sentence = 'sentence' in next ? next.sentence : plannerSentences.dateTaken
          plan.left.push({ id: row.id, sentence, by: '', at: null })
          keepsTime()
          continue
        }
        if (!isMoved && next.endTime === row.endTime) keepsTime()
        const isOther = (['roomId', 'capacity', 'endTime'] as const).some(name => next[name] !== row[name])
        if (!isMoved && !isOther && !teachersChange) continue
        taken.delete(keyOf(row))
        taken.add(keyOf(next))
        const teacherIds = [
          ...row.teacherIds.filter(one => is.teacherIds.includes(one) || !was.teacherIds.includes(one)),
          ...is.teacherIds.filter(one => !row.teacherIds.includes(one)),
        ]
        slot.dates.push({ row, next, teacherIds })
      }
    }
  }
  for (const { was, is } of given) {
    if (was && was.weeks === is.weeks) continue
    for (const date of datesOf([is], { ...calendar, from, to })) {
      const isNew = !was || !runsInWeek(was, date.date, offering.firstDay)
      if (!isNew || instantInLondon(date.date, date.startTime) <= now || taken.has(keyOf(date))) continue
      if (date.skippedFor) plan.skipped++
      else {
        taken.add(keyOf(date))
        plan.made.push({ ...date, of: is, slotId: was?.id })
      }
    }
  }
  requireThat(taken.size <= maxDatesOfClass, plannerSentences.tooManyDates)
  const { termStart, termEnd, termName } = offering
  const isOutside = ({ date }: { date: string }) => date < (termStart ?? date) || date > (termEnd ?? date)
  const term = { name: termName ?? '', startDate: termStart ?? '', endDate: termEnd ?? '' }
  requireFields({ slots: plan.made.some(isOutside) && outsideTerm(term) })
  return plan
}

const isSameTime = (one: FullSlot, other: FullSlot) =>
  one.weekday === other.weekday && one.startTime === other.startTime && one.endTime === other.endTime

/** Orders the changes so that a time is free before another date takes it. */
function inOrder(given: { was: SlotAsIs | undefined; is: FullSlot }[]): { was: SlotAsIs; is: FullSlot }[] {
  const waiting = given.flatMap(({ was, is }) => (was ? [{ was, is }] : []))
  const ordered: typeof waiting = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(
      one =>
        !waiting.some(
          other =>
            other !== one && other.was.weekday === one.is.weekday && other.was.startTime === one.is.startTime,
        ),
    )
    if (at < 0) requireFields({ slots: plannerSentences.slotsSwapped })
    ordered.push(...waiting.splice(at, 1))
  }
  return ordered
}

async function requireSlots(
  db: Db,
  {
    slots,
    reason,
    present,
    rooms,
  }: Pick<Requested, 'slots'> & { reason: string; present: SlotAsIs[]; rooms: FollowIn['rooms'] },
): Promise<void> {
  const isNewTo = (slot: Requested['slots'][number]) => {
    const was = present.find(one => one.id === slot.id)
    return (name: 'roomId' | 'capacity') => slot[name] !== was?.[name]
  }
  const known = new Set(present.flatMap(({ teacherIds }) => teacherIds))
  const teachers = slots.flatMap(({ teacherIds }) => teacherIds).filter(one => !known.has(one))
  const isRoomGone = slots.some(
    slot => slot.roomId !== null && isNewTo(slot)('roomId') && !rooms.has(slot.roomId),
  )
  const changed = slots.filter(slot => isNewTo(slot)('roomId') || isNewTo(slot)('capacity'))
  const isUnknown = slots.some(slot => slot.id !== undefined && !present.some(one => one.id === slot.id))
  requireThat(!isUnknown, plannerSentences.notFound)
  requireFields({
    slots:
      (slots.length === 0 ? plannerSentences.addATime : slotsProblem(slots)) ??
      (slots.some(({ capacity }) => capacity > maxPlaces) ? plannerSentences.maxPlaces : undefined) ??
      (isRoomGone ? plannerSentences.chooseRoom : undefined) ??
      ((await lacksTeachers(db, teachers)) ? plannerSentences.chooseTeacher : undefined),
    reason: !saysWhy(reason) && overfull(changed, rooms),
  })
}

/** Reads the class, its weekly times, and its dates still to come. */
async function readClassWithDates(db: Db, id: number, now: Date) {
  const offering = await db
    .selectFrom('offerings as o')
    .leftJoin('terms as t', 't.id', 'o.term_id')
    .select(['o.venue_id as venueId', 'o.term_id as termId'])
    .select(['t.name as termName', 't.start_date as termStart', 't.end_date as termEnd'])
    .where('o.id', '=', id)
    .executeTakeFirst()
  requireThat(offering, plannerSentences.notFound)
  const { rows: present } = await sql<SlotAsIs>`
    select id, weekday, left(start_time::text, 5) as "startTime", left(end_time::text, 5) as "endTime", weeks,
      room_id as "roomId", capacity, to_json(teacher_ids) as "teacherIds"
    from offering_slots where offering_id = ${id} order by weekday, start_time`.execute(db)
  const { rows: all } = await sql<DateAsIs & { isToCome: boolean }>`
    select s.id, s.version, s.status, s.start_date as date, s.end_date as "endDate",
      left(s.start_time::text, 5) as "startTime", left(s.end_time::text, 5) as "endTime", s.starts_at as "startsAt",
      least(s.publish_at, t.publish_at) as "publishAt",
      s.capacity, s.places_taken + s.places_offered as "placesUsed", s.price_pence as "pricePence", s.credits,
      s.offers_trial as "offersTrial", s.trial_price_pence as "trialPricePence", s.room_id as "roomId",
      o.is_pack_only as "isPackOnly", s.slot_id as "slotId", s.is_kept_in_closure as "isKeptInClosure",
      case when t.id is not null then json_build_object('name', t.name, 'startDate', t.start_date, 'endDate', t.end_date)
        end as term,
      (select count(*)::integer from waiting_entries w where w.session_id = s.id and w.status = 'waiting') as waiting,
      (select coalesce(json_agg(staff_id order by staff_id), '[]') from session_teachers where session_id = s.id)
        as "teacherIds",
      s.starts_at > ${now} as "isToCome"
    from sessions s join offerings o on o.id = s.offering_id left join terms t on t.id = o.term_id
    where s.offering_id = ${id} and s.status <> 'cancelled' order by s.start_date, s.start_time, s.id`.execute(
    db,
  )
  return {
    offering: { ...offering, firstDay: await readWeeksFrom(db, id) },
    present,
    dates: all.filter(({ isToCome }) => isToCome),
    taken: all.map(({ date, startTime }) => `${date} ${startTime}`),
  }
}

async function countsOf(db: Db, plan: Plan): Promise<CallOutput<typeof planner.previewTimes>> {
  const dates = plan.changed.flatMap(slot => slot.dates)
  const isDraft = ({ row }: Changed) => row.status === 'draft'
  const planned = [
    ...dates.map(({ row, next, teacherIds }) => ({ ...next, key: row.id, sessionId: row.id, teacherIds })),
    ...plan.made.map(({ date, startTime, endTime, of }, index) => ({
      ...{ key: -1 - index, date, endDate: date, startTime, endTime },
      ...{ roomId: of.roomId, teacherIds: of.teacherIds },
    })),
  ]
  const clashes = await findClashes(db, planned, plan.deletedIds)
  return {
    drafts: dates.filter(isDraft).length,
    made: plan.made.length,
    deleted: plan.deletedIds.length,
    skipped: plan.skipped,
    published: dates.filter(date => !isDraft(date)).length,
    staying: plan.staying,
    clashing: clashes.size,
    left: plan.left,
  }
}

/** Writes the plan; returns the number of offers and the new dates. */
async function writePlan(
  tx: Tx,
  id: number,
  { changed, removedIds, added, weeksFrom, deletedIds, made }: Plan,
  by: { now: Date; staffId: number },
): Promise<{ offered: number; madeIds: number[] }> {
  await sql`delete from session_teachers where session_id = any(${deletedIds}::bigint[])`.execute(tx)
  await sql`delete from sessions where id = any(${deletedIds}::bigint[])`.execute(tx)
  await sql`update sessions set slot_id = null where slot_id = any(${removedIds}::bigint[])`.execute(tx)
  await sql`delete from offering_slots where id = any(${removedIds}::bigint[])`.execute(tx)
  await tx.updateTable('offerings').set({ weeks_from: weeksFrom }).where('id', '=', id).execute()
  const raised: number[] = []
  for (const { was, is, dates } of changed) {
    await tx
      .updateTable('offering_slots')
      .set({
        weekday: is.weekday,
        start_time: is.startTime,
        end_time: is.endTime,
        weeks: is.weeks,
        room_id: is.roomId,
        capacity: is.capacity,
        teacher_ids: is.teacherIds,
      })
      .where('id', '=', was.id)
      .execute()
    await writeChanges(tx, dates, by)
    await writeTeachers(
      tx,
      dates.map(({ row }) => row.id),
      {
        addTeachers: is.teacherIds.filter(one => !was.teacherIds.includes(one)),
        dropTeachers: was.teacherIds.filter(one => !is.teacherIds.includes(one)),
      },
      by.now,
    )
    raised.push(...dates.filter(({ row, next }) => next.capacity > row.capacity).map(({ row }) => row.id))
  }
  // A date that stays on another day no longer follows its weekly time (invariant 40).
  await sql`update sessions s set slot_id = null from offering_slots w
    where w.id = s.slot_id and w.offering_id = ${id} and extract(isodow from s.start_date) <> w.weekday`.execute(
    tx,
  )
  const slotIds = await insertSlots(tx, id, added)
  const madeIds = await insertFurther(
    tx,
    id,
    made.map(({ date, startTime, endTime, of, slotId }) => ({
      ...{ date, endDate: date, startTime, endTime, isKept: false },
      slotId: slotId ?? (slotIds[added.indexOf(of)] as number),
      roomId: of.roomId,
      capacity: of.capacity,
      teacherIds: of.teacherIds,
    })),
  )
  await requirePublicInTime(tx, sql`s.id = any(${madeIds}::bigint[])`, { now: by.now, field: 'slots' })
  await spanDates(tx, id)
  return { offered: await offerMore(tx, raised, by.now), madeIds }
}
