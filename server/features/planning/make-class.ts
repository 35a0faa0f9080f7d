import { sql } from 'kysely'
import type { planner } from '#contract/office/planner.ts'
import type { CallInput } from '#contract/wire.ts'
import { daysBetween } from '#domain/calendar.ts'
import { maxDatesOfClass, maxPlaces, maxSessionDays } from '#domain/limits.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { isPale } from '#domain/office/contrast.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { inClosure, outsideTerm, plannerSentences, roomHolds } from '#domain/office/planner-sentences.ts'
import { closureOn, isCamp, isClassLength, minutesBetween, weekdayNumber } from '#domain/office/recurrence.ts'
import { saysWhy } from '#domain/office/sentences.ts'
import { ruleProblem } from '#domain/office/session-changes.ts'
import { requireTimesExist } from '#domain/timetable.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { cleanHtml, picturesIn } from '#server/features/content/clean-html.ts'
import { requirePictures } from '#server/features/content/require-pictures.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { ageGroupOf, agesProblems } from './ages-of-class.ts'
import { type FurtherSession, insertDrafts, keepWeeks } from './insert-sessions.ts'
import { isInUse } from './is-in-use.ts'
import { lockTerms } from './lock-sessions.ts'
import { momentToCome, publishDrafts, publishLater, requirePublicInTime } from './publish-drafts.ts'
import { readClosures, readTerm } from './term-queries.ts'

type ClassInput = CallInput<typeof planner.makeClass>
type Made = { offeringId: number; sessionIds: number[] }
/**
 * The dates of a class, each with the weekly time it comes from. `capacity`, `roomId` and `teacherIds` are
 * those of single dates.
 */
export type DatesInput = Pick<
  ClassInput,
  'venueId' | 'termId' | 'slots' | 'dates' | 'roomId' | 'capacity' | 'teacherIds' | 'reason'
>

/**
 * Creates a class with its weekly times and the chosen dates, as drafts or published (spec 3 §2.5). All or
 * nothing; errors are reported by field.
 */
export async function makeClass(request: OfficeRequest, input: ClassInput): Promise<Recorded<Made>> {
  const { clock, staff, jobWaiting } = request
  try {
    const recorded = await recordAction(request, input, async tx => {
      const now = clock()
      const { offeringId, sessionIds } = await writeClass(tx, { now, staffId: staff.staffId }, input)
      if (input.publish === 'now') await publishDrafts(tx, { sessionIds }, { now, staffId: staff.staffId })
      if (input.publish === 'at')
        await publishLater(tx, { sessionIds }, momentToCome(input.publishAt ?? '', now), {
          now,
          staffId: staff.staffId,
        })
      await requirePublicInTime(tx, sql`o.id = ${offeringId}`, { now, field: 'dates' })
      return {
        answer: { offeringId, sessionIds },
        action: {
          action: 'class.make',
          subjectKind: 'class',
          subjectId: offeringId,
          reason: input.reason ?? '',
          facts: {
            sessions: sessionIds.length,
            publish: input.publish,
            kept: input.dates.filter(date => date.isKept).length,
          },
        },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    throw dateTaken(error)
  }
}

/** Writes the class with its drafts in the caller's transaction. Refuses as `makeClass` does. Locks the term. */
export async function writeClass(
  tx: Tx,
  { now, staffId }: { now: Date; staffId: number },
  input: ClassInput,
): Promise<Made> {
  requireShape(input)
  if (input.termId) await lockTerms(tx, sql`id = ${input.termId}`)
  const { kind, name, rooms } = await requireSurroundings(tx, input)
  const offeringId = await insertOffering(
    tx,
    { now, staffId },
    {
      ...input,
      ageGroupId: await ageGroupOf(tx, input),
      ...{ kind, name, classroom: rooms.get(input.roomId ?? 0)?.name ?? '' },
    },
  )
  const slotIds = await insertSlots(tx, offeringId, input.slots)
  const like = {
    ...{ offeringId, name, pricePence: input.pricePence, credits: input.credits ?? 0 },
    offersTrial: input.offersTrial,
    trialPricePence: input.offersTrial ? input.trialPricePence : 0,
  }
  const drafts = draftsOf(input, slotIds).map(draft => ({ ...draft, ...like }))
  const sessionIds = await insertDrafts(tx, drafts)
  await keepWeeks(tx, offeringId)
  return { offeringId, sessionIds }
}

type NewOffering = Pick<
  ClassInput,
  | 'typeId'
  | 'venueId'
  | 'roomId'
  | 'colour'
  | 'introductionHtml'
  | 'imagePath'
  | 'isPackOnly'
  | 'refusesOtherAges'
  | 'isMembersOnly'
  | 'question'
  | 'priceWords'
  | 'termWords'
> & {
  kind: OfferingKind
  ageGroupId: number
  name: string
  classroom: string
  termId?: number | null | undefined
  pricePence: number
  weeksFrom?: string | null
  dates: { date: string; endDate?: string | undefined }[]
}

/** Inserts the row of a hidden class, with its texts cleaned; returns its id. */
export async function insertOffering(
  tx: Tx,
  { now, staffId }: { now: Date; staffId: number },
  input: NewOffering,
): Promise<number> {
  const introduction = cleanHtml(input.introductionHtml)
  requireFields({ colour: paleColour(input.colour) })
  await requirePictures(tx, [input.imagePath, ...picturesIn(introduction)], [])
  const { id } = await tx
    .insertInto('offerings')
    .values({
      kind: input.kind,
      offering_type_id: input.typeId,
      venue_id: input.venueId,
      age_group_id: input.ageGroupId,
      name: input.name,
      classroom: input.classroom,
      room_id: input.roomId,
      term_id: input.termId ?? null,
      colour: input.colour,
      introduction_html: introduction,
      image_path: input.imagePath,
      price_description: input.priceWords ?? '',
      term_dates: input.termWords ?? '',
      one_off_price_pence: input.pricePence,
      is_pack_only: input.isPackOnly,
      refuses_other_ages: input.refusesOtherAges ?? false,
      is_members_only: input.isMembersOnly ?? false,
      question: input.question ?? '',
      start_date: input.dates.map(({ date }) => date).sort()[0] as string,
      end_date: input.dates
        .map(({ date, endDate = date }) => endDate)
        .sort()
        .at(-1) as string,
      weeks_from: input.weeksFrom ?? null,
      is_active: false,
      updated_at: now,
      updated_by: staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the dates as drafts, without prices. */
export const draftsOf = (
  { dates, slots, roomId, capacity, teacherIds }: DatesInput,
  slotIds: number[],
): FurtherSession[] =>
  dates.map(({ date, endDate = date, startTime, endTime, slot, isKept = false }) => ({
    ...(slots[slot ?? -1] ?? { roomId, capacity, teacherIds }),
    ...{ date, endDate, startTime, endTime, slotId: slotIds[slot ?? -1] ?? null },
    isKept: isKept || isCamp({ date, endDate }),
  }))

/**
 * Converts a violated constraint against two dates of a class at the same time into its refusal; returns any
 * other error.
 */
export const dateTaken = (error: unknown): unknown =>
  ['sessions_once', 'offering_slots_once'].includes(violatedConstraint(error) ?? '')
    ? new OfficeRefusal(plannerSentences.dateTaken, 422, { fields: { dates: plannerSentences.dateTaken } })
    : error

/** Writes weekly times; returns their ids in the given order. */
export async function insertSlots(tx: Tx, offeringId: number, slots: ClassInput['slots']): Promise<number[]> {
  if (slots.length === 0) return []
  const rows = await tx
    .insertInto('offering_slots')
    .values(
      slots.map(slot => ({
        offering_id: offeringId,
        weekday: slot.weekday,
        start_time: slot.startTime,
        end_time: slot.endTime,
        weeks: slot.weeks,
        room_id: slot.roomId,
        capacity: slot.capacity,
        teacher_ids: slot.teacherIds,
      })),
    )
    .returning(['id', 'weekday', 'start_time'])
    .execute()
  return slots.map(
    slot =>
      rows.find(row => row.weekday === slot.weekday && row.start_time.slice(0, 5) === slot.startTime)
        ?.id as number,
  )
}

export const paleColour = (colour: string) => isPale(colour) && plannerSentences.pale

/** Checks the rules that need no database. */
function requireShape(input: ClassInput): void {
  const { slots, dates } = input
  requireFields({
    colour: paleColour(input.colour),
    slots: slots.length === 0 && dates.length === 0 ? plannerSentences.addATime : slotsProblem(slots),
    ...datesProblems(input),
    pricePence: firstProblem(input, 'pricePence'),
    credits: firstProblem(input, 'credits'),
    trialPricePence: firstProblem(input, 'trialPricePence'),
  })
  requireDatesExist(dates)
}

/** Returns errors of the dates and their places, by field. */
export const datesProblems = ({ dates, slots, capacity }: DatesInput) => ({
  dates:
    dates.length === 0
      ? plannerSentences.addATime
      : dates.map(date => dateProblem(date, slots)).find(Boolean),
  capacity: Math.max(capacity, ...slots.map(slot => slot.capacity)) > maxPlaces && plannerSentences.maxPlaces,
})

/** Refuses too many dates, and times that London's clock skips. */
export function requireDatesExist(dates: ClassInput['dates'], already = 0): void {
  if (dates.length + already > maxDatesOfClass) throw new OfficeRefusal(plannerSentences.tooManyDates)
  for (const { date, endDate, startTime, endTime } of dates)
    requireTimesExist({ startDate: date, endDate: endDate ?? date, startTime, endTime })
}

/** Returns why weekly times are invalid. */
export function slotsProblem(slots: ClassInput['slots']): string | undefined {
  const times = slots.map(({ weekday, startTime }) => `${weekday} ${startTime}`)
  if (slots.some(({ weekday }) => weekday < 1 || weekday > 7)) return plannerSentences.addATime
  if (slots.some(({ startTime, endTime }) => endTime <= startTime)) return plannerSentences.endAfterStart
  if (slots.some(({ startTime, endTime }) => !isClassLength(minutesBetween(startTime, endTime))))
    return plannerSentences.slotLength
  return new Set(times).size < times.length ? plannerSentences.slotTwice : undefined
}

/** Returns the first error of one field, when the others are valid. */
function firstProblem(input: ClassInput, field: 'pricePence' | 'credits' | 'trialPricePence') {
  const fine = {
    capacity: 0,
    pricePence: 0,
    credits: 1,
    trialPricePence: 0,
    offersTrial: false,
    isPackOnly: false,
  }
  const given = {
    pricePence: { pricePence: input.pricePence },
    credits: { credits: input.credits ?? 0, isPackOnly: input.isPackOnly },
    trialPricePence: {
      pricePence: input.pricePence,
      offersTrial: input.offersTrial,
      trialPricePence: input.trialPricePence,
    },
  }
  return ruleProblem({ ...fine, ...given[field] })
}

function dateProblem(date: ClassInput['dates'][number], slots: ClassInput['slots']): string | undefined {
  const endDate = date.endDate ?? date.date
  if (`${endDate} ${date.endTime}` <= `${date.date} ${date.startTime}`) return plannerSentences.endAfterStart
  if (daysBetween(date.date, endDate) >= maxSessionDays) return plannerSentences.tooLong
  if (date.slot === undefined) return undefined
  const slot = slots[date.slot]
  const isOfSlot =
    slot?.weekday === weekdayNumber(date.date) &&
    slot.startTime === date.startTime &&
    slot.endTime === date.endTime &&
    endDate === date.date
  return isOfSlot ? undefined : plannerSentences.withinADay
}

interface Room {
  name: string
  capacity: number | null
}

/**
 * Requires that everything the class names exists and is active, and that its dates lie in its term and in no
 * closure, unless confirmed. Returns the class's name, kind and rooms.
 */
async function requireSurroundings(tx: Tx, input: ClassInput) {
  const type = await tx
    .selectFrom('offering_types')
    .select(['name', 'kind'])
    .where('id', '=', input.typeId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  const rooms = await readRooms(tx, input.venueId)
  requireFields({
    typeId: !type && plannerSentences.chooseType,
    venueId: !(await isInUse(tx, 'venues', input.venueId)) && plannerSentences.chooseVenue,
    ...(await agesProblems(tx, input, type?.kind)),
    ...(await findMisplaced(tx, input, rooms)),
  })
  const { name: typeName = '', kind } = type as NonNullable<typeof type>
  return { kind, name: input.name || typeName, rooms }
}

type PlacesInput = Omit<DatesInput, 'slots' | 'dates'> & {
  slots: Pick<DatesInput, 'roomId' | 'capacity' | 'teacherIds'>[]
  dates: { date: string; endDate?: string | undefined; isKept?: boolean | undefined }[]
}

/** Returns errors for dates that do not fit the venue, the staff or the term, by field. */
export async function findMisplaced(
  tx: Tx,
  { venueId, termId, slots, dates, roomId, capacity, teacherIds, reason = '' }: PlacesInput,
  rooms: Map<number, Room>,
) {
  const places = [...slots, { roomId, capacity, teacherIds }]
  const term = termId ? await readTerm(tx, termId) : undefined
  const closures = term ? await readClosures(tx, [term.id]) : []
  const skipped = dates
    .filter(date => !date.isKept && !isCamp(date))
    .map(({ date }) => closureOn(closures, venueId, date))
    .find(Boolean)
  const isOutside = term && dates.some(({ date }) => date < term.start_date || date > term.end_date)
  const isElsewhere = places.some(place => place.roomId !== null && !rooms.has(place.roomId))
  const isStrange = await lacksTeachers(
    tx,
    places.flatMap(place => place.teacherIds),
  )
  return {
    roomId: isElsewhere && plannerSentences.chooseRoom,
    teacherIds: isStrange && plannerSentences.chooseTeacher,
    dates: isOutside
      ? outsideTerm({ name: term.name, startDate: term.start_date, endDate: term.end_date })
      : skipped && inClosure(skipped.name),
    capacity: !saysWhy(reason) && overfull(places, rooms),
  }
}

/** Returns the sentence about the first room with too few places; undefined if all are large enough. */
export function overfull(
  requested: { roomId: number | null; capacity: number }[],
  rooms: Map<number, Room>,
): string | undefined {
  const places = requested.map(({ roomId, capacity }) => ({ room: rooms.get(roomId ?? 0), capacity }))
  const { room } = places.find(({ room, capacity }) => room?.capacity && capacity > room.capacity) ?? {}
  return room ? roomHolds(room.name, room.capacity as number) : undefined
}

/** Reads the active rooms of a venue, by id. */
export async function readRooms(tx: Db, venueId: number): Promise<Map<number, Room>> {
  const rooms = await tx
    .selectFrom('rooms')
    .select(['id', 'name', 'capacity'])
    .where('venue_id', '=', venueId)
    .where('is_active', '=', true)
    .execute()
  return new Map(rooms.map(({ id, ...room }) => [id, room]))
}

/** Whether some of these people are not active members of staff. */
export async function lacksTeachers(db: Db, staffIds: number[]): Promise<boolean> {
  const wanted = [...new Set(staffIds)]
  if (wanted.length === 0) return false
  const found = await db
    .selectFrom('staff')
    .select('id')
    .where('id', 'in', wanted)
    .where('status', '=', 'active')
    .execute()
  return found.length < wanted.length
}
