import { sql } from 'kysely'
import type { ImportRun, imports } from '#contract/office/imports.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { type ImportProblem, isNote } from '#domain/office/import-cells.ts'
import type { DateOrder } from '#domain/office/import-dates.ts'
import { missingColumns } from '#domain/office/import-headings.ts'
import { groupProblems } from '#domain/office/import-problems.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import type { Schema } from '#server/database/schema.ts'
import { inParts } from '#server/in-parts.ts'
import { isDeletable } from './delete-import.ts'
import { openSamples } from './sealed-file.ts'
import { isUndoable } from './undo-import.ts'

/** A column of a file: its heading, and its meaning; '' is ignored. */
export interface FileColumn {
  heading: string
  readAs: string
  /**
   * Whether the heading is of medical notes, so that its values are never shown, however the column is read.
   */
  isNote?: boolean
  /** The order of day and month in its dates, if somebody has chosen it. */
  dateOrder?: DateOrder | undefined
}

/** Returns the chosen order of day and month by column. */
export const ordersOf = (columns: FileColumn[]): Record<string, DateOrder> =>
  Object.fromEntries(columns.flatMap(({ readAs, dateOrder }) => (dateOrder ? [[readAs, dateOrder]] : [])))

type Row = Omit<ImportRun, 'columns' | 'missing'> & { columns: FileColumn[] } & Pick<
    Schema['imports'],
    'sha256'
  > & { samples_sealed: Uint8Array | null }

const listed = sql`i.id, i.kind, i.file_name as "fileName", i.state, i.rows, m.full_name as by,
  ${isoTime('i.created_at')} as "createdAt"`

const select = (
  now: Date,
) => sql`select ${listed}, i.encoding, i.policy, i.columns, i.good, i.bad, i.promised, i.warnings, i.sha256,
  case when i.state in ('uploaded', 'checked') then i.samples_sealed end as samples_sealed,
  (select count(*) from import_rows r where r.import_id = i.id and r.outcome in ('made', 'changed', 'kept')) as finished,
  (select count(*) from import_rows r where r.import_id = i.id and r.outcome = 'kept') as kept,
  ${isUndoable('i', now)} as "canUndo",
  ${isDeletable('i')} as "canDelete",
  case when i.kind = 'families' and i.state = 'done' then (
    select count(distinct a.id) from import_rows r join accounts a on a.id = r.account_id
    where r.import_id = i.id and r.outcome <> 'bad' and a.status = 'active' and a.password_hash = '') else 0 end
    as "withoutPassword"
  from imports i join staff m on m.id = i.staff_id`

/** Lists imports, newest first, without the contents of their files. */
export const listImports = (
  db: Db,
  asked: CallInput<typeof imports.list>,
): Promise<CallOutput<typeof imports.list>> =>
  readOfficePage(db, asked, {
    rows: and =>
      sql`select ${listed}, i.id as "rowId" from imports i join staff m on m.id = i.staff_id where ${and}`,
    comesAfter: id => sql`i.id < ${id}`,
    order: sql`i.id desc`,
  })

/** Reads one import, with samples of its file until it runs. Refuses an unknown id. */
export async function readImport(db: Db, dataKey: Buffer, id: number, now: Date): Promise<ImportRun> {
  const { rows } = await sql<Row>`${select(now)} where i.id = ${id}`.execute(db)
  requireThat(rows[0], peopleSentences.importNotFound)
  const { sha256, samples_sealed, columns, ...row } = rows[0]
  const samples = openSamples(dataKey, { sha256, samples_sealed })
  return {
    ...row,
    columns: columns.map((column, at) => ({
      ...column,
      dateOrder: column.dateOrder ?? null,
      // The heading counts too, so that nobody can see notes by choosing another meaning for their column.
      samples: column.isNote || isNote(column.readAs) ? [] : samples.map(values => values[at] ?? ''),
    })),
    missing: missingColumns(
      row.kind,
      columns.map(({ readAs }) => readAs),
    ),
  }
}

const problemsOnAPage = 200
const linesPerBatch = 1_000

/** Lists the errors of an import's lines, each message once with its lines, after the position `after`. */
export async function readProblems(
  db: Db,
  id: number,
  after: number,
): Promise<CallOutput<typeof imports.problems>> {
  const problems: ImportProblem[] = []
  for (let line = 0; line >= 0; ) {
    const { rows } = await sql<{ line: number; problems: ImportProblem[] }>`
      select line, problems from import_rows where import_id = ${id} and outcome = 'bad' and line > ${line}
      order by line limit ${linesPerBatch}`.execute(db)
    problems.push(...rows.flatMap(row => row.problems))
    line = rows.length < linesPerBatch ? -1 : (rows.at(-1)?.line ?? -1)
  }
  const groups = await inParts(groupProblems(problems))
  return { items: groups.slice(after, after + problemsOnAPage), total: groups.length }
}
