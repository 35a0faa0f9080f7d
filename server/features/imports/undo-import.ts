import { type RawBuilder, sql } from 'kysely'
import { undoImportHours } from '#domain/limits.ts'
import { peopleSentences, undoUsedBy, type usesOfFamily } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { deleteEmptyClasses } from '#server/features/planning/delete-drafts.ts'
import { spanDates } from '#server/features/planning/insert-sessions.ts'
import { lockClasses, lockSessionsOf } from '#server/features/planning/lock-sessions.ts'
import { partsOf } from '#server/in-parts.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import {
  type Before,
  type Columns,
  changedColumns,
  childColumns,
  deletePeople,
  type People,
} from './apply-families.ts'
import { type ChangedDate, dateColumns, restoreDates } from './change-dates.ts'
import { isNoteLeft, noteAsText, openBefore, sealedColumns } from './sealed-file.ts'

/** Whether an import (`run` in SQL) can be undone: for a day after its end, or while it is half-way. */
export const isUndoable = (run: string, now: Date): RawBuilder<boolean> => {
  const its = (column: string) => sql.ref(`${run}.${column}`)
  return sql<boolean>`(${its('state')} in ('done', 'failed')
    and ${its('finished_at')} > ${new Date(now.getTime() - undoImportHours * 60 * 60 * 1000)}
    or ${its('state')} = 'failed' and ${its('file_sealed')} is not null and exists (select from import_rows
      where import_id = ${its('id')} and outcome in ('made', 'changed', 'kept')))`
}

/**
 * Undoes an import, whole or not at all, while that is possible. Removes what it created, restores what it
 * changed unless somebody changed it since, and takes credits by opposite rows. Refuses when its rows have been
 * used since, or its credits spent (decision O-49).
 */
export async function undoImport(
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Recorded<{ id: number }>> {
  const { clock, config } = request
  const now = clock()
  try {
    return await recordAction(request, asked, async tx => {
      const run = await tx
        .updateTable('imports')
        .set({ state: 'undone', file_sealed: null })
        .where('id', '=', asked.id)
        .where(isUndoable('imports', now))
        .returning('kind')
        .executeTakeFirst()
      requireThat(run, peopleSentences.undoTooLate)
      if (run.kind === 'credits') await takeCreditsBack(tx, request, asked.id, now)
      if (run.kind === 'classes') await removeClasses(tx, request, asked.id, now)
      if (run.kind === 'families') await removeFamilies(tx, config.dataKey, asked.id)
      // The errors of bad lines contain personal data, and nobody can correct them without the file.
      await sql`update import_rows set problems = '[]', made = '{}', before_sealed = null,
          outcome = case outcome when 'bad' then 'bad' else 'undone' end
        where import_id = ${asked.id}`.execute(tx)
      return {
        answer: { id: asked.id },
        action: {
          action: 'import.undo',
          subjectKind: 'import',
          subjectId: asked.id,
          facts: { kind: run.kind },
        },
      }
    })
  } catch (error) {
    if (violatedConstraint(error)) throw new Refusal(peopleSentences.undoUsed)
    throw error
  }
}

/** How many lines are undone per batch. */
const linesPerBatch = 250

const partsOfTaken = async (tx: Tx, importId: number) => {
  const rows = await tx
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'bad')
    .orderBy('line')
    .execute()
  return () =>
    partsOf(
      rows.map(({ line }) => line),
      linesPerBatch,
    )
}

async function takeCreditsBack(tx: Tx, { staff }: OfficeRequest, importId: number, now: Date): Promise<void> {
  await sql`select id from accounts where id in (select account_id from import_rows where import_id = ${importId})
    order by id for no key update`.execute(tx)
  const parts = await partsOfTaken(tx, importId)
  for await (const lines of parts())
    await sql`select move_credits(account_id, -(made ->> 'credits')::integer, 'granted', null,
        ${`Import ${importId} was undone`}, ${now}, ${staff.staffId})
      from import_rows where import_id = ${importId} and line = any(${lines}::integer[]) and outcome = 'made'
      order by line`.execute(tx)
}

/**
 * Removes drafts that nobody has published since, and undoes changes of other dates. Locks the classes, then
 * their sessions.
 */
async function removeClasses(
  tx: Tx,
  { config, staff }: OfficeRequest,
  importId: number,
  now: Date,
): Promise<void> {
  const madeIds = (
    name: string,
  ) => sql`(select jsonb_array_elements_text(made -> ${name})::bigint from import_rows
    where import_id = ${importId} and made ? ${name})`
  const classes = sql`(select (made ->> 'offeringId')::bigint from import_rows where import_id = ${importId} and made ? 'offeringId')`
  const changed = (await readBefore<ChangedDate[]>(tx, config.dataKey, importId)).flatMap(
    ({ before }) => before,
  )
  const changedIds = changed.map(({ id }) => id)
  await lockClasses(tx, sql`o.id in ${classes}`)
  await lockSessionsOf(tx, sql`s.id in ${madeIds('sessionIds')} or s.id = any(${changedIds}::bigint[])`)
  const made = await sql<{
    status: string
  }>`select status from sessions where id in ${madeIds('sessionIds')}`.execute(tx)
  requireThat(
    made.rows.every(({ status }) => status === 'draft'),
    peopleSentences.undoUsed,
  )
  await sql`delete from session_teachers where session_id in ${madeIds('sessionIds')}`.execute(tx)
  await sql`delete from sessions where id in ${madeIds('sessionIds')}`.execute(tx)
  await deleteEmptyClasses(tx, sql`o.id in ${classes}`)
  await sql`delete from offering_slots w where w.id in ${madeIds('slotIds')}
    and not exists (select from sessions s where s.slot_id = w.id)`.execute(tx)
  const left = await sql<{ id: number }>`select id from offerings where id in ${classes}`.execute(tx)
  for (const { id } of left.rows) await spanDates(tx, id)
  await restoreRows(
    tx,
    'sessions',
    Object.values(dateColumns),
    changed.map(({ id, changed }) => ({ id, ...sidesOf(changed) })),
  )
  await restoreDates(tx, changed, { now, staffId: staff.staffId })
}

/** Reads and decrypts what lines of an import changed. */
async function readBefore<T>(tx: Tx, dataKey: Buffer, importId: number, lines?: number[]) {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['line', 'account_id', 'made', 'before_sealed'])
    .where('import_id', '=', importId)
    .where('before_sealed', 'is not', null)
    .$if(lines !== undefined, query => query.where('line', 'in', lines ?? []))
    .execute()
  return rows.flatMap(({ line, before_sealed: sealed, ...row }) =>
    sealed ? [{ ...row, before: openBefore(dataKey, importId, line, sealed) as T }] : [],
  )
}

async function removeFamilies(tx: Tx, dataKey: Buffer, importId: number): Promise<void> {
  const madeIds = (name: string, lines?: number[]) => sql`(select (made ->> ${name})::bigint from import_rows
    where import_id = ${importId} and made ? ${name} ${lines ? sql`and line = any(${lines}::integer[])` : sql``})`
  // Locks all of them first, by id, because lines have the order of their file.
  await sql`select count(*) from (select id from accounts
    where id in (select account_id from import_rows where import_id = ${importId})
    order by id for no key update) locked`.execute(tx)
  const used = await sql<{ name: string; use: keyof typeof usesOfFamily }>`select name, use from (
      select id, btrim(first_name || ' ' || last_name) as name, case
        when password_hash <> '' or terms_accepted_at is not null then 'signedUp'
        when exists (select from orders o where o.account_id = a.id) then 'ordered'
        when version > 1 or frozen_at is not null then 'changed'
        when exists (select from children c where c.account_id = a.id and c.id not in ${madeIds('childId')}) then 'child'
        when exists (select from family_notes n where n.account_id = a.id) then 'noted' end as use
      from accounts a where id in ${madeIds('accountId')}) made
    where use is not null order by id limit 1`.execute(tx)
  const [first] = used.rows
  if (first) throw new Refusal(undoUsedBy(first.name, first.use))
  await sql`delete from consents where source = ${`import ${importId}`}`.execute(tx)
  const parts = await partsOfTaken(tx, importId)
  for await (const lines of parts()) {
    await restoreChanged(tx, dataKey, importId, lines)
    // An older import did not record how its children began.
    await sql`delete from emergency_contacts where child_id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`delete from pick_up_people where child_id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`delete from children where id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`update import_rows set account_id = null
      where import_id = ${importId} and line = any(${lines}::integer[])`.execute(tx)
  }
  // A family itself is removed only after the last batch with one of its lines.
  for await (const lines of parts()) {
    await sql`delete from accounts where id in ${madeIds('accountId', lines)}`.execute(tx)
  }
}

async function restoreChanged(tx: Tx, dataKey: Buffer, importId: number, lines: number[]): Promise<void> {
  const accounts: Restored[] = []
  const children: Restored[] = []
  const arrived: Restored[] = []
  const people: People[] = []
  for (const { account_id: accountId, made, before } of await readBefore<Before>(
    tx,
    dataKey,
    importId,
    lines,
  )) {
    const { childId, changedChildId } = made as { childId?: number; changedChildId?: number }
    if (before.account && accountId) accounts.push({ id: accountId, ...sidesOf(before.account) })
    if (before.child && changedChildId) children.push({ id: changedChildId, ...sidesOf(before.child) })
    if (before.child && childId) arrived.push({ id: childId, ...sidesOf(before.child) })
    if (before.people) people.push(before.people)
  }
  await restoreRows(tx, 'accounts', changedColumns, accounts)
  await keepAnswers(
    tx,
    accounts.filter(({ before }) => 'wants_offers' in before),
  )
  await acceptResealedNotes(tx, dataKey, children)
  await restoreRows(tx, 'children', [...childColumns, ...sealedColumns], children)
  await deletePeople(tx, people)
  await requireChildrenUnchanged(tx, dataKey, arrived)
}

/**
 * Leaves answers about offers unchanged if they were given since the import. A “yes” whose record is deleted
 * with the import becomes no answer, unless it is older than the records.
 */
async function keepAnswers(tx: Tx, accounts: Restored[]): Promise<void> {
  const [ids, unkept] = [accounts, accounts.filter(({ before }) => before.answered_on === null)].map(some =>
    some.map(({ id }) => id),
  )
  await sql`update accounts a set wants_offers = coalesce(
      (select is_given from consents k where k.account_id = a.id order by k.id desc limit 1),
      case when a.id = any(${unkept}::bigint[]) then a.wants_offers else nullif(a.wants_offers, true) end)
    where a.id = any(${ids}::bigint[])`.execute(tx)
}

/**
 * Refuses if a family has added something to an imported child or its contacts since, which would be lost.
 */
async function requireChildrenUnchanged(tx: Tx, dataKey: Buffer, children: Restored[]): Promise<void> {
  await acceptResealedNotes(tx, dataKey, children)
  const changed = await sql`select c.id from children c
    join jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as r (id bigint, after jsonb) on r.id = c.id
    where not to_jsonb(c) @> r.after or exists (select from emergency_contacts e where e.child_id = c.id)
      or exists (select from pick_up_people p where p.child_id = c.id) limit 1`.execute(tx)
  requireThat(changed.rows.length === 0, peopleSentences.undoUsed)
}

/**
 * Replaces the import's stored envelopes of notes by the current ones if they hold the same note, because the
 * key may have changed since.
 */
async function acceptResealedNotes(tx: Tx, dataKey: Buffer, children: Restored[]): Promise<void> {
  const afterOf = new Map(children.map(({ id, after }) => [id, after]))
  const rows = await tx
    .selectFrom('children')
    .select(['id', 'account_id', ...sealedColumns])
    .where('id', 'in', [0, ...afterOf.keys()])
    .execute()
  for (const { id, account_id: accountId, ...row } of rows) {
    const after = afterOf.get(id) ?? {}
    for (const column of sealedColumns) {
      const [left, present] = [after[column], row[column]]
      if (typeof left === 'string' && isNoteLeft(dataKey, { accountId, column, left, present }))
        after[column] = noteAsText(present)
    }
  }
}

/** A changed row: its values before the import, and those that the import left. */
interface Restored {
  id: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const sidesOf = (columns: Columns) => ({
  before: Object.fromEntries(Object.entries(columns).map(([name, [before]]) => [name, before])),
  after: Object.fromEntries(Object.entries(columns).map(([name, [, after]]) => [name, after])),
})

/** Restores each changed column to its former value, unless somebody has changed it since. */
async function restoreRows(
  tx: Tx,
  table: 'accounts' | 'children' | 'sessions',
  columns: readonly string[],
  rows: Restored[],
): Promise<void> {
  if (rows.length === 0) return
  const restored = columns.map(name => {
    const column = sql.ref(name)
    return sql`${column} = case when r.before ? ${name} and t.${column} is not distinct from a.${column}
      then b.${column} else t.${column} end`
  })
  // The version of a date is raised where its times are restored (change-dates.ts).
  const counted = table === 'sessions' ? sql`` : sql`, version = t.version + 1`
  await sql`update ${sql.table(table)} t set ${sql.join(restored)} ${counted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, before jsonb, after jsonb),
      jsonb_populate_record(null::${sql.table(table)}, r.before) b,
      jsonb_populate_record(null::${sql.table(table)}, r.after) a where t.id = r.id`.execute(tx)
}
