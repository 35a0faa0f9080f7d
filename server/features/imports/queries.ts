import { sql } from 'kysely'
import type { ImportRun, imports } from '#contract/office/imports.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { type ImportProblem, isNote } from '#domain/office/import-cells.ts'
import { guessColumns, missingColumns } from '#domain/office/import-headings.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/local-time.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import type { Schema } from '#server/database/schema.ts'
import { openFile } from './sealed-file.ts'
import { isUndoable } from './undo-import.ts'

/** A column of a file: its heading, and what it is read as; '' is left out. */
export interface FileColumn {
  heading: string
  readAs: string
}

type Row = Omit<ImportRun, 'columns' | 'missing'> & { columns: FileColumn[] } & Pick<
    Schema['imports'],
    'sha256' | 'file_sealed'
  >

const select = (
  now: Date,
) => sql`select i.id, i.kind, i.file_name as "fileName", i.encoding, i.policy, i.state, i.columns,
  i.rows, i.good, i.bad, i.promised, m.full_name as by, ${isoTime('i.created_at')} as "createdAt",
  i.sha256,
  case when i.state in ('uploaded', 'checked') then i.file_sealed end as file_sealed,
  (select count(*) from import_rows r where r.import_id = i.id and r.outcome in ('made', 'changed', 'kept')) as finished,
  (select count(*) from import_rows r where r.import_id = i.id and r.outcome = 'kept') as kept,
  ${isUndoable('i', now)} as "canUndo",
  case when i.kind = 'families' and i.state = 'done' then (
    select count(distinct a.id) from import_rows r join accounts a on a.id = r.account_id
    where r.import_id = i.id and r.outcome <> 'bad' and a.status = 'active' and a.password_hash = '') else 0 end
    as "withoutPassword"
  from imports i join staff m on m.id = i.staff_id`

const sampled = 3

async function asRun(dataKey: Buffer, { sha256, file_sealed, columns, ...row }: Row): Promise<ImportRun> {
  // By its heading too: nobody sees notes by having them, or the whole file, read as something else.
  const isOpen = ({ heading, readAs }: FileColumn) =>
    ![readAs, ...guessColumns('families', [heading])].some(isNote)
  const sample = file_sealed ? await openFile(dataKey, { sha256, file_sealed }, sampled) : undefined
  return {
    ...row,
    columns: columns.map((column, at) => ({
      ...column,
      samples:
        isOpen(column) && sample
          ? sample.lines.slice(0, sampled).map(({ values }) => (values[at] ?? '').slice(0, 60))
          : [],
    })),
    missing: missingColumns(
      row.kind,
      columns.map(({ readAs }) => readAs),
    ),
  }
}

/** A page of the imports, the newest first. */
export async function listImports(
  db: Db,
  asked: CallInput<typeof imports.list>,
  now: Date,
): Promise<CallOutput<typeof imports.list>> {
  const { items, ...page } = await readOfficePage<Row>(db, asked, {
    rows: and => sql`select i.*, i.id as "rowId" from (${select(now)}) i where ${and}`,
    comesAfter: id => sql`i.id < ${id}`,
    order: sql`i.id desc`,
  })
  const runs = items.map(row => asRun(Buffer.alloc(0), { ...row, file_sealed: null }))
  return { ...page, items: await Promise.all(runs) }
}

/** One import, with samples of its file until it runs. Refuses when there is none. */
export async function readImport(db: Db, dataKey: Buffer, id: number, now: Date): Promise<ImportRun> {
  const { rows } = await sql<Row>`${select(now)} where i.id = ${id}`.execute(db)
  requireThat(rows[0], peopleSentences.importNotFound)
  return asRun(dataKey, rows[0])
}

const problemsOnAPage = 200

/** What is wrong with which lines, from the one behind `after` on. */
export async function readProblems(
  db: Db,
  id: number,
  after: number,
): Promise<{ items: ImportProblem[]; total: number }> {
  const { rows } = await sql<{ problems: ImportProblem[]; total: number }>`
    select problems, (select count(*) from import_rows where import_id = ${id} and outcome = 'bad') as total
    from import_rows where import_id = ${id} and outcome = 'bad' and line > ${after}
    order by line limit ${problemsOnAPage}`.execute(db)
  return { items: rows.flatMap(({ problems }) => problems), total: rows[0]?.total ?? 0 }
}
