import { sql } from 'kysely'
import type { DeletedDrafts, planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { ruleProblem } from '#domain/office/session-changes.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { insertDrafts, keepWeeks, spanDates } from './insert-sessions.ts'
import { lockClasses, lockTerms } from './lock-sessions.ts'
import {
  datesProblems,
  dateTaken,
  findMisplaced,
  insertOffering,
  insertSlots,
  requireDatesExist,
  slotsProblem,
} from './make-class.ts'
import { readClass } from './planner-queries.ts'
import { publishLater } from './publish-drafts.ts'

type By = { now: Date; staffId: number }
/** The class of restored drafts: an existing or a restored one. */
interface Home {
  offeringId: number
  venueId: number
  termId: number | null
  /** Maps the former ids of weekly times to the present ones. */
  slotIds: Map<number, number>
  dates: number
}

/**
 * Creates deleted drafts again, with new ids, from what the call that deleted them returned; also their class if it
 * was deleted. Changed input must obey the rules of a class. As before the deletion, a draft may lie in a closure and
 * a room may be too small. Locks the terms, then the classes.
 */
export async function restoreDrafts(
  request: OfficeRequest,
  input: CallInput<typeof planner.restoreDrafts>,
): Promise<Recorded<CallOutput<typeof planner.restoreDrafts>>> {
  const { clock, staff } = request
  try {
    return await recordAction(request, input, async tx => {
      const by = { now: clock(), staffId: staff.staffId }
      const deleted = input.deleted.toSorted((one, other) => one.offeringId - other.offeringId)
      requireThat(deleted.length > 0, plannerSentences.notFound)
      const there = deleted.filter(({ offering }) => !offering).map(({ offeringId }) => offeringId)
      const termIds = deleted.flatMap(({ offering }) => offering?.termId ?? [])
      await lockTerms(
        tx,
        sql`id = any(${termIds}::bigint[]) or id in (select term_id from offerings where id = any(${there}::bigint[]))`,
      )
      await lockClasses(tx, sql`o.id = any(${there}::bigint[])`)
      const sessionIds: number[] = []
      for (const one of deleted) {
        const home = one.offering
          ? await makeAgain(tx, by, one.offering, one.drafts)
          : await findHome(tx, one)
        sessionIds.push(...(await putBack(tx, by, home, one.drafts)))
      }
      return {
        answer: { sessionIds },
        action: { action: 'session.restore', subjectKind: 'session', facts: { sessions: sessionIds } },
      }
    })
  } catch (error) {
    throw dateTaken(error)
  }
}

async function findHome(tx: Tx, { offeringId }: DeletedDrafts): Promise<Home> {
  const { venueId, termId, slots, sessions } = await readClass(tx, offeringId)
  return {
    ...{ offeringId, venueId, termId },
    slotIds: new Map(slots.map(({ id }) => [id, id])),
    dates: sessions.filter(({ state }) => state !== 'cancelled').length,
  }
}

async function makeAgain(
  tx: Tx,
  by: By,
  offering: NonNullable<DeletedDrafts['offering']>,
  drafts: DeletedDrafts['drafts'],
): Promise<Home> {
  const { typeId, venueId, ageGroupId, termId, slots, name } = offering
  requireFields({ slots: slotsProblem(slots), dates: drafts.length === 0 && plannerSentences.addATime })
  const { rows } = await sql<{
    kind: string | null
    isVenue: boolean
    isAge: boolean
    isTerm: boolean
    name: string
  }>`
    select (select kind from offering_types where id = ${typeId}) as kind,
      coalesce((select name from offering_types where id = ${typeId}), '') as name,
      exists (select from venues where id = ${venueId}) as "isVenue",
      exists (select from age_groups where id = ${ageGroupId}) as "isAge",
      ${termId}::bigint is null or exists (select from terms where id = ${termId}) as "isTerm"`.execute(tx)
  const [found] = rows as [(typeof rows)[number]]
  requireFields({
    typeId: !found.kind && plannerSentences.chooseType,
    venueId: !found.isVenue && plannerSentences.chooseVenue,
    ageGroupId: !found.isAge && plannerSentences.chooseAge,
    termId: !found.isTerm && plannerSentences.chooseTerm,
  })
  const rooms = await readAllRooms(tx, venueId)
  requireFields({
    roomId:
      [offering.roomId, ...slots.map(slot => slot.roomId)].some(id => id !== null && !rooms.has(id)) &&
      plannerSentences.chooseRoom,
  })
  const offeringId = await insertOffering(tx, by, {
    ...offering,
    name: name || found.name,
    kind: found.kind as OfferingKind,
    classroom: rooms.get(offering.roomId ?? 0)?.name ?? '',
    dates: drafts,
  })
  const made = await insertSlots(tx, offeringId, slots)
  return {
    ...{ offeringId, venueId, termId },
    slotIds: new Map(slots.map(({ id }, at) => [id, made[at] as number])),
    dates: 0,
  }
}

/**
 * Inserts restored drafts, and schedules those again whose publication time is still to come. Refuses dates
 * that break a rule of the class.
 */
async function putBack(
  tx: Tx,
  by: By,
  { offeringId, venueId, termId, slotIds, dates }: Home,
  drafts: DeletedDrafts['drafts'],
): Promise<number[]> {
  const capacity = Math.max(0, ...drafts.map(one => one.capacity))
  const places = { venueId, ...(termId && { termId }), roomId: null, capacity, teacherIds: [] }
  const standing = drafts.map(({ date, endDate, startTime, endTime }) => ({
    ...{ date, endDate, startTime, endTime, isKept: true },
  }))
  requireFields(datesProblems({ ...places, slots: [], dates: standing }))
  requireFields({ dates: drafts.map(draft => ruleProblem({ ...draft, isPackOnly: false })).find(Boolean) })
  requireDatesExist(standing, dates)
  const rooms = await readAllRooms(tx, venueId)
  const inRooms = drafts.map(({ roomId }) => ({ roomId, capacity: 0, teacherIds: [] }))
  requireFields(await findMisplaced(tx, { ...places, capacity: 0, slots: inRooms, dates: standing }, rooms))
  const present = await presentStaff(tx, drafts)
  const moments = Map.groupBy(drafts, ({ publishAt }) =>
    publishAt && new Date(publishAt) > by.now ? publishAt : null,
  )
  const sessionIds: number[] = []
  for (const [publishAt, some] of moments) {
    const made = await insertDrafts(
      tx,
      some.map(({ slotId, teacherIds, ...draft }) => ({
        ...draft,
        offeringId,
        slotId: slotIds.get(slotId ?? 0) ?? null,
        teacherIds: teacherIds.filter(id => present.has(id)),
      })),
    )
    if (publishAt) await publishLater(tx, { sessionIds: made }, new Date(publishAt), by)
    sessionIds.push(...made)
  }
  await spanDates(tx, offeringId)
  await keepWeeks(tx, offeringId)
  return sessionIds
}

/** Reads all rooms of a venue, active or not: a restored draft keeps its room. */
async function readAllRooms(tx: Tx, venueId: number) {
  const rooms = await tx.selectFrom('rooms').select(['id', 'name']).where('venue_id', '=', venueId).execute()
  return new Map(rooms.map(({ id, name }) => [id, { name, capacity: null }]))
}

async function presentStaff(tx: Tx, drafts: DeletedDrafts['drafts']): Promise<Set<number>> {
  const ids = drafts.flatMap(({ teacherIds }) => teacherIds)
  const { rows } = await sql<{ id: number }>`select id from staff where id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
