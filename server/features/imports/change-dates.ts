import { sql } from 'kysely'
import { longDay } from '#domain/format-dates.ts'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import type { ClassLine } from '#domain/office/import-classes.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { lockSessions } from '#server/features/planning/lock-sessions.ts'
import {
  type Change,
  changeSessions,
  offerMore,
  planChanges,
} from '#server/features/planning/save-sessions.ts'
import type { Action } from '#server/staff-log/record-action.ts'
import type { ImportContext } from './applied-line.ts'
import type { Columns } from './apply-families.ts'

type Requested = Parameters<typeof planChanges>[1]
/** A change request, with the line of each date. */
type LinesInput = Requested & { lineOf: Map<number, ClassLine> }

/** The changes of a line to existing dates: for each column the old and new value. */
export interface ChangedDate {
  id: number
  changed: Columns
}

/** The columns of a date that a file may change. */
export const dateColumns = {
  endTime: 'end_time',
  capacity: 'capacity',
  pricePence: 'price_pence',
  credits: 'credits',
  offersTrial: 'offers_trial',
  trialPricePence: 'trial_price_pence',
  roomId: 'room_id',
} as const
const columns = Object.entries(dateColumns) as [keyof typeof dateColumns, string][]

/** Groups existing dates by the change that the policy makes to them (record 088). */
function inputsOf(lines: ClassLine[], policy: ImportPolicy, reason: string): LinesInput[] {
  const inputs = lines.flatMap(line => {
    const { known, given, said } = line
    const teachers = said.teacherIds.length > 0 && { addTeachers: said.teacherIds }
    const room = given.roomId !== undefined && { roomId: given.roomId }
    const wanted = {
      createOnly: [],
      fillEmpty: [teachers, room],
      overwrite: [{ ...given, ...teachers }],
    }[policy]
    return known.length === 0 ? [] : wanted.flatMap(changes => (changes ? [{ line, changes }] : []))
  })
  return [...Map.groupBy(inputs, ({ changes }) => JSON.stringify(changes)).values()].map(alike => ({
    changes: alike[0]?.changes ?? {},
    sessions: alike.flatMap(({ line }) => line.known.map(({ id, version }) => ({ id, version }))),
    lineOf: new Map(alike.flatMap(({ line }) => line.known.map(({ id }) => [id, line]))),
    reason,
  }))
}

/** Whether the policy changes this date: it fills an empty field, or overwrites a different value. */
function isWanted(
  { row, next }: Change,
  { addTeachers }: Requested['changes'],
  policy: ImportPolicy,
): boolean {
  if (policy === 'fillEmpty') return addTeachers ? row.teacherIds.length === 0 : row.roomId === null
  return columns.some(([name]) => row[name] !== next[name]) || teachersAfter(row, addTeachers) !== undefined
}

/** Returns the teachers if they differ from the current ones. */
function teachersAfter({ teacherIds }: Change['row'], wanted: number[] | undefined): number[] | undefined {
  const isSame = wanted?.length === teacherIds.length && wanted.every(id => teacherIds.includes(id))
  return wanted && !isSame ? wanted : undefined
}

/**
 * Plans the changes, and returns the planner's first objection to each line. A date with bookings is moved only if
 * families are told.
 */
async function plan(db: Db, requested: LinesInput, policy: ImportPolicy, now: Date) {
  const { changed, left } = await planChanges(db, requested, now)
  const moved = changed.filter(
    ({ row, next }) => next.isMoved && row.status !== 'draft' && row.placesUsed > 0,
  )
  const refused = [...left, ...moved.map(({ row }) => ({ id: row.id, sentence: peopleSentences.bookedTime }))]
  return {
    wanted: changed.filter(change => isWanted(change, requested.changes, policy) && !moved.includes(change)),
    refused: refused.map(({ id, sentence }) => ({
      line: requested.lineOf.get(id) as ClassLine,
      id,
      sentence,
    })),
  }
}

/** Returns why lines cannot change existing dates. */
export async function judgeChanges(
  db: Db,
  lines: ClassLine[],
  policy: ImportPolicy,
  now: Date,
): Promise<ImportProblem[]> {
  const found = new Map<number, ImportProblem>()
  for (const requested of inputsOf(lines, policy, 'Import')) {
    for (const { line, id, sentence } of (await plan(db, requested, policy, now)).refused) {
      const { date = '' } = line.known.find(date => date.id === id) ?? {}
      const problem = { value: date, sentence: `Line ${line.line}: ${longDay(date)}: ${sentence}` }
      if (!found.has(line.line)) found.set(line.line, { line: line.line, column: 'date', ...problem })
    }
  }
  return [...found.values()]
}

/**
 * Changes existing dates. Returns the former values by line, and the log row, which the caller writes last.
 * Locks the sessions by id.
 */
export async function changeDates(
  tx: Tx,
  lines: ClassLine[],
  { policy, importId, staffId, now }: ImportContext,
): Promise<{ before: Map<number, ChangedDate[]>; action: Action | undefined }> {
  const before = new Map<number, ChangedDate[]>()
  const versions = new Map(lines.flatMap(({ known }) => known.map(({ id, version }) => [id, version])))
  await lockSessions(tx, [...versions.keys()])
  const touched = new Set<number>()
  const fields = new Set<string>()
  for (const asValidated of inputsOf(lines, policy, `Import ${importId}`)) {
    const sessions = asValidated.sessions.map(({ id }) => ({ id, version: versions.get(id) ?? 0 }))
    const requested = { ...asValidated, sessions }
    const { wanted, refused } = await plan(tx, requested, policy, now)
    // The data changed since the validation: the next try validates again.
    if (refused.length > 0) throw new Error(`import ${importId} met dates that were changed meanwhile`)
    const chosen = wanted.map(({ row }) => ({ id: row.id, version: row.version }))
    const { addTeachers } = requested.changes
    const dropTeachers = wanted.flatMap(({ row }) => row.teacherIds).filter(id => !addTeachers?.includes(id))
    const changes = { ...requested.changes, ...(addTeachers && { dropTeachers }) }
    await changeSessions(tx, { ...requested, changes, sessions: chosen }, { now, staffId })
    for (const { row, next } of wanted) {
      const { line } = requested.lineOf.get(row.id) as ClassLine
      const differing = columns.filter(([name]) => row[name] !== next[name])
      const newTeachers = teachersAfter(row, addTeachers)
      for (const [name] of differing) fields.add(name)
      if (newTeachers) fields.add('addTeachers')
      const changed: Columns = {
        ...Object.fromEntries(differing.map(([name, column]) => [column, [row[name], next[name]]])),
        ...(newTeachers && { teachers: [row.teacherIds, newTeachers] }),
      }
      const ofLine = before.get(line) ?? []
      const earlier = ofLine.find(({ id }) => id === row.id)
      if (earlier) Object.assign(earlier.changed, changed)
      else before.set(line, [...ofLine, { id: row.id, changed }])
      versions.set(row.id, row.version + 1)
      touched.add(row.id)
    }
  }
  const action: Action = {
    ...{ action: 'session.save', subjectKind: 'session', reason: `Import ${importId}` },
    facts: { sessions: [...touched], fields: [...fields] },
  }
  return { before, action: touched.size > 0 ? action : undefined }
}

/**
 * Restores the former teachers of dates where the import's are still set, and raises the version of every
 * restored date. A class that became pack-only gets no free date. Refuses if a time that the import changed
 * has been booked since.
 */
export async function restoreDates(
  tx: Tx,
  dates: ChangedDate[],
  { now, staffId }: { now: Date; staffId: number },
): Promise<void> {
  const movedIds = dates.flatMap(({ id, changed }) => (changed.end_time ? id : []))
  const moved = await lockSessions(tx, movedIds)
  requireThat(
    moved.every(
      ({ status, places_taken, places_offered }) => status === 'draft' || places_taken + places_offered === 0,
    ),
    peopleSentences.undoUsed,
  )
  const rows = dates.flatMap(({ id, changed: { teachers } }) =>
    teachers ? [{ id, before: teachers[0], after: teachers[1] }] : [],
  )
  await sql`with given as materialized (
      select g.id, g.before from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, before jsonb, after jsonb)
      where (select coalesce(jsonb_agg(staff_id order by staff_id), '[]') from session_teachers where session_id = g.id)
        = (select coalesce(jsonb_agg(a order by a::bigint), '[]') from jsonb_array_elements(g.after) a)
    ), gone as (
      delete from session_teachers t using given g where t.session_id = g.id and not g.before @> to_jsonb(t.staff_id)
      returning t.session_id, t.staff_id
    ), former as (
      insert into former_teachers (session_id, staff_id, until) select session_id, staff_id, ${now} from gone
      on conflict (session_id, staff_id) do update set until = excluded.until
    )
    insert into session_teachers (session_id, staff_id)
    select g.id, t::bigint from given g, jsonb_array_elements_text(g.before) t on conflict do nothing`.execute(
    tx,
  )
  const ids = dates.map(({ id }) => id)
  await sql`update sessions s set version = s.version + 1, updated_at = ${now}, updated_by = ${staffId},
      credits = case when s.starts_at > ${now} then greatest(s.credits, o.is_pack_only::integer) else s.credits end
    from offerings o where o.id = s.offering_id and s.id = any(${ids}::bigint[])`.execute(tx)
  await offerMore(tx, ids, now)
}
