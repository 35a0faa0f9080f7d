import { sql } from 'kysely'
import { cheapestPack } from '#domain/office/credit-worth.ts'
import {
  type ClassIdentity,
  type ClassLine,
  classKey,
  inWeeksOfClass,
  type KnownCatalogue,
  placeOf,
} from '#domain/office/import-classes.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { listPacks } from '#server/features/credits/queries.ts'
import { insertDrafts, keepWeeks, spanDates } from '#server/features/planning/insert-sessions.ts'
import { lockClasses, lockTerms } from '#server/features/planning/lock-sessions.ts'
import { findMisplaced, insertSlots, readRooms, writeClass } from '#server/features/planning/make-class.ts'
import { requirePublicInTime } from '#server/features/planning/publish-drafts.ts'
import { listTerms, readClosures } from '#server/features/planning/term-queries.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import type { AppliedLine, ImportContext } from './applied-line.ts'
import { changeDates } from './change-dates.ts'
import { sealBefore } from './sealed-file.ts'

/** Reads the catalogue that a file of classes may name, and the classes that exist already. */
export async function readKnownCatalogue(db: Db, now: Date): Promise<KnownCatalogue> {
  const inUse = (table: 'venues' | 'age_groups') =>
    db.selectFrom(table).select(['id', 'name']).where('is_active', '=', true).execute()
  const terms = (await listTerms(db, now)).filter(({ state }) => state !== 'archived')
  const closures = await Promise.all(terms.map(({ id }) => readClosures(db, [id])))
  const classes = await readKnownClasses(db)
  return {
    types: await db
      .selectFrom('offering_types')
      .select(['id', 'name', 'kind'])
      .where('is_active', '=', true)
      .execute(),
    venues: await inUse('venues'),
    ages: await inUse('age_groups'),
    rooms: await db
      .selectFrom('rooms')
      .select(['id', 'name', 'venue_id as venueId'])
      .where('is_active', '=', true)
      .execute(),
    terms: terms.map((term, at) => ({ ...term, closures: closures[at] ?? [] })),
    teachers: await db
      .selectFrom('staff')
      .select(['id', 'email as name'])
      .where('status', '=', 'active')
      .execute(),
    dates: await readKnownDates(db, now),
    classes: new Map(classes.map(({ id, ...of }) => [classKey(of), id])),
    sizes: new Map(classes.map(({ id, dates }) => [id, dates])),
    packOnly: new Set(classes.flatMap(({ id, isPackOnly }) => (isPackOnly ? id : []))),
    pack: cheapestPack(await listPacks(db)),
    now,
  }
}

async function readKnownDates(db: Db, now: Date): Promise<KnownCatalogue['dates']> {
  type Place = Parameters<typeof placeOf>[0]
  const { rows } = await sql<Place & NonNullable<ReturnType<KnownCatalogue['dates']['get']>>>`
    select s.id, s.version, o.id as "classId", o.term_id as "termId", o.offering_type_id as "typeId",
      o.venue_id as "venueId", o.age_group_id as "ageGroupId", s.start_date as date,
      to_char(s.start_time, 'HH24:MI') as "startTime", s.status <> 'draft' and s.starts_at <= ${now} as "isOver"
    from sessions s join offerings o on o.id = s.offering_id where s.status <> 'cancelled' order by s.id desc`.execute(
    db,
  )
  return new Map(rows.map(row => [placeOf(row), row]))
}

/** Reads every class that has a date, the newest first, with the price of its latest date. */
async function readKnownClasses(db: Db) {
  const { rows } = await sql<ClassIdentity & { id: number; dates: number }>`
    select o.id, o.offering_type_id as "typeId", o.venue_id as "venueId", o.age_group_id as "ageGroupId", o.name,
      o.term_id as "termId", s.price_pence as "pricePence", s.credits, s.offers_trial as "offersTrial",
      s.trial_price_pence as "trialPricePence", o.is_pack_only as "isPackOnly", s.dates
    from offerings o join (
      select distinct on (offering_id) sessions.*, count(*) over (partition by offering_id) as dates from sessions
      where status <> 'cancelled' order by offering_id, start_date desc, id desc
    ) s on s.offering_id = o.id order by o.id desc`.execute(db)
  return rows
}

const classesPerBatch = 10

/**
 * Imports the next classes of a file, each with all of its lines. New dates become drafts, in an existing or a
 * new class; existing dates change as the policy says. Locks the terms, the classes, then the sessions, each by
 * id.
 */
export async function applyClasses(
  tx: Tx,
  lines: ClassLine[],
  context: ImportContext,
): Promise<AppliedLine[]> {
  const classes = [...Map.groupBy(lines, ({ key }) => key).values()].slice(0, classesPerBatch)
  const ofPiece = classes.flat()
  await lockTerms(tx, sql`id = any(${ofPiece.flatMap(({ of }) => of.termId ?? [])}::bigint[])`)
  await lockClasses(tx, sql`o.id = any(${ofPiece.flatMap(({ classId }) => classId ?? [])}::bigint[])`)
  const changed = await changeDates(tx, ofPiece, context)
  const taken: AppliedLine[] = []
  for (const ofClass of classes) {
    const withDates = ofClass.filter(({ dates }) => dates.length > 0)
    const made = withDates.length > 0 ? await applyClass(tx, withDates, context) : undefined
    for (const { line, dates } of ofClass) {
      const before = changed.before.get(line)
      taken.push({
        line,
        outcome: dates.length > 0 ? 'made' : before ? 'changed' : 'kept',
        accountId: null,
        made: { ...(dates.length > 0 && made?.ofEach), ...(line === made?.first && made.ofAll) },
        ...(before && { before: sealBefore(context.dataKey, context.importId, line, before) }),
      })
    }
  }
  // A term may have been scheduled since the validation; then the next try validates again.
  const newIds = taken.flatMap(({ made }) => made.sessionIds ?? [])
  await requirePublicInTime(tx, sql`s.id = any(${newIds}::bigint[])`, { now: context.now, field: 'dates' })
  if (changed.action)
    await writeAction(tx, context, { staffId: context.staffId }, changed.action, context.now)
  return taken
}

/** Creates the new dates of one class's lines. */
async function applyClass(tx: Tx, lines: ClassLine[], context: ImportContext) {
  const known = lines[0]?.classId
  const joined = await tx
    .selectFrom('offerings')
    .select(['weeks_from', 'offering_type_id', 'venue_id', 'age_group_id', 'term_id', 'is_pack_only'])
    .where('id', '=', known ?? null)
    .executeTakeFirst()
  const isAsJudged = lines.every(
    ({ of }) =>
      !joined ||
      (joined.offering_type_id === of.typeId &&
        joined.venue_id === of.venueId &&
        joined.age_group_id === of.ageGroupId &&
        joined.term_id === of.termId &&
        !(joined.is_pack_only && of.credits === 0)),
  )
  if (!isAsJudged) throw new Error(`import ${context.importId} met a class that was changed meanwhile`)
  // A new class's first values are checked when it is written.
  await requireRoomFor(tx, joined ? lines : lines.slice(1))
  const counted = inWeeksOfClass(lines, joined?.weeks_from ?? undefined)
  const [head, ...rest] = counted as [ClassLine, ...ClassLine[]]
  const begun =
    known === undefined ? await beginClass(tx, head, context) : { offeringId: known, sessionIds: [] }
  const { offeringId } = begun
  const further = await addLines(tx, offeringId, known === undefined ? rest : counted)
  await spanDates(tx, offeringId)
  await keepWeeks(tx, offeringId)
  const sessionIds = [...begun.sessionIds, ...further.sessionIds]
  return { first: head.line, ofEach: { offeringId }, ofAll: { sessionIds, slotIds: further.slotIds } }
}

/** Checks rooms, teachers, the term and its closures again, because they may have changed since validation. */
async function requireRoomFor(tx: Tx, lines: ClassLine[]) {
  const [first] = lines
  if (!first) return
  const { of, said } = first
  const requested = {
    ...{ ...said, venueId: of.venueId, ...(of.termId && { termId: of.termId }) },
    ...{
      slots: lines.map(line => line.said),
      dates: lines.flatMap(({ dates }) => dates),
      reason: 'Imported',
    },
  }
  requireFields(await findMisplaced(tx, requested, await readRooms(tx, of.venueId)))
}

const beginClass = (
  tx: Tx,
  { of, said, slot, dates }: ClassLine,
  { importId, staffId, now }: ImportContext,
) =>
  writeClass(
    tx,
    { now, staffId },
    {
      ...of,
      ...said,
      termId: of.termId ?? undefined,
      introductionHtml: '',
      imagePath: '',
      slots: slot ? [{ ...slot, ...said }] : [],
      dates: dates.map(date => ({ ...date, ...(slot && { slot: 0 }) })),
      publish: 'not',
      reason: `Import ${importId}`,
    },
  )

/** Creates a class's weekly time once, because lines with the same day and hours share it. */
async function addLines(tx: Tx, offeringId: number, lines: ClassLine[]) {
  const { rows: present } = await sql<{ id: number; time: string; endTime: string; weeks: string }>`
    select id, weekday || ' ' || to_char(start_time, 'HH24:MI') as time, to_char(end_time, 'HH24:MI') as "endTime", weeks
    from offering_slots where offering_id = ${offeringId}`.execute(tx)
  const slots = new Map(present.map(slot => [slot.time, slot]))
  const timeOf = ({ weekday, startTime }: NonNullable<ClassLine['slot']>) => `${weekday} ${startTime}`
  const lacking = new Map<string, Parameters<typeof insertSlots>[2][number]>()
  for (const { slot, said } of lines) {
    const time = slot && timeOf(slot)
    if (time && !slots.has(time) && !lacking.has(time)) lacking.set(time, { ...slot, ...said })
  }
  const slotIds = await insertSlots(tx, offeringId, [...lacking.values()])
  for (const [at, [time, { endTime, weeks }]] of [...lacking].entries()) {
    slots.set(time, { id: slotIds[at] as number, time, endTime, weeks })
  }
  const slotOf = (slot: ClassLine['slot']) => {
    const found = slot && slots.get(timeOf(slot))
    return found?.endTime === slot?.endTime && found?.weeks === slot?.weeks ? (found?.id ?? null) : null
  }
  const { name } = await tx
    .selectFrom('offerings')
    .select('name')
    .where('id', '=', offeringId)
    .executeTakeFirstOrThrow()
  const sessionIds = await insertDrafts(
    tx,
    lines.flatMap(({ of, said, slot, dates }) =>
      dates.map(date => ({
        ...{ ...of, ...said, ...date, offeringId, name, endDate: date.date, isKept: false },
        slotId: slotOf(slot),
      })),
    ),
  )
  return { sessionIds, slotIds }
}
