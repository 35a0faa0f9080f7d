import { type RawBuilder, sql } from 'kysely'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { deleteEmptyClasses } from '#server/features/planning/delete-drafts.ts'
import { spanDates } from '#server/features/planning/insert-sessions.ts'
import { lockClasses, lockSessionsOf } from '#server/features/planning/lock-sessions.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { partsOf } from '#server/in-parts.ts'
import { type ChangedDate, dateColumns, restoreDates } from './change-dates.ts'
import { isNoteLeft, noteAsText, openBefore, sealedColumns } from './sealed-file.ts'
import {
  type Before,
  type Columns,
  changedColumns,
  childColumns,
  deletePeople,
  type People,
} from './take-families.ts'

const undoHours = 24

/**
 * Whether an import (of this name in the statement) can be undone: for a day after its end; and as long as it stands
 * half-way, since neither its rest nor what is in of it may become nobody's.
 */
export const isUndoable = (run: string, now: Date): RawBuilder<boolean> => {
  const its = (column: string) => sql.ref(`${run}.${column}`)
  return sql<boolean>`(${its('state')} in ('done', 'failed')
    and ${its('finished_at')} > ${new Date(now.getTime() - undoHours * 60 * 60 * 1000)}
    or ${its('state')} = 'failed' and ${its('file_sealed')} is not null and exists (select from import_rows
      where import_id = ${its('id')} and outcome in ('made', 'changed', 'kept')))`
}

/**
 * Takes an import back, whole or not at all, as long as it can be undone: what it made goes, what it changed is as before
 * where nobody has changed it since, credits are taken by opposite rows. Whatever has been used since hangs on its rows by
 * a foreign key or has spent its credits, and refuses it (decision O-49).
 */
export async function undoImport(
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Acted<{ id: number }>> {
  const { clock, config } = request
  const now = clock()
  try {
    return await act(request, asked, async tx => {
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
      // What was wrong with the bad lines is people's data, and nobody can mend them: their file is gone.
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

/** What an import has written is taken back of so many lines at a time. */
const linesAtOnce = 250

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
      linesAtOnce,
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

/** Drafts that nobody has published since, and what was changed of other dates. Locks the classes, then their sessions. */
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

/** What lines of an import changed, opened. */
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
  // All of them first and by id: lines stand in the order of their file.
  await sql`select count(*) from (select id from accounts
    where id in (select account_id from import_rows where import_id = ${importId})
    order by id for no key update) locked`.execute(tx)
  const signedUp = await sql`select id from accounts where id in ${madeIds('accountId')}
    and (password_hash <> '' or terms_accepted_at is not null) limit 1`.execute(tx)
  requireThat(signedUp.rows.length === 0, peopleSentences.undoUsed)
  await sql`delete from consents where source = ${`import ${importId}`}`.execute(tx)
  const parts = await partsOfTaken(tx, importId)
  for await (const lines of parts()) {
    await restoreChanged(tx, dataKey, importId, lines)
    // An import of before did not keep how its children came.
    await sql`delete from emergency_contacts where child_id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`delete from pick_up_people where child_id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`delete from children where id in ${madeIds('childId', lines)}`.execute(tx)
    await sql`update import_rows set account_id = null
      where import_id = ${importId} and line = any(${lines}::integer[])`.execute(tx)
  }
  // The last line of a family is in its part before the family itself can go.
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
  await meetNotes(tx, dataKey, children)
  await restoreRows(tx, 'children', [...childColumns, ...sealedColumns], children)
  await deletePeople(tx, people)
  await requireAsCame(tx, dataKey, arrived)
}

/**
 * Who has answered about offers since keeps that answer, the last that is kept. A yes whose answer has gone, with another
 * import, is none any more; one that is older than the answers kept never had any.
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

/** Refuses children whom their families have told more of since, or whom to ring: that would go with them. */
async function requireAsCame(tx: Tx, dataKey: Buffer, children: Restored[]): Promise<void> {
  await meetNotes(tx, dataKey, children)
  const changed = await sql`select c.id from children c
    join jsonb_to_recordset(${JSON.stringify(children)}::jsonb) as r (id bigint, after jsonb) on r.id = c.id
    where not to_jsonb(c) @> r.after or exists (select from emergency_contacts e where e.child_id = c.id)
      or exists (select from pick_up_people p where p.child_id = c.id) limit 1`.execute(tx)
  requireThat(changed.rows.length === 0, peopleSentences.undoUsed)
}

/** Notes that stand as an import left them are met by their envelopes of today: the key may have changed since. */
async function meetNotes(tx: Tx, dataKey: Buffer, children: Restored[]): Promise<void> {
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

/** A row with what an import changed of it: how that stood before, and how it left it. */
interface Restored {
  id: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const sidesOf = (columns: Columns) => ({
  before: Object.fromEntries(Object.entries(columns).map(([name, [before]]) => [name, before])),
  after: Object.fromEntries(Object.entries(columns).map(([name, [, after]]) => [name, after])),
})

/** Each column that was changed has what stood there before, unless somebody has changed it since. */
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
  await sql`update ${sql.table(table)} t set ${sql.join(restored)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, before jsonb, after jsonb),
      jsonb_populate_record(null::${sql.table(table)}, r.before) b,
      jsonb_populate_record(null::${sql.table(table)}, r.after) a where t.id = r.id`.execute(tx)
}
