import { sql } from 'kysely'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import type { DateOrder } from '#domain/office/import-dates.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { isReadTwice, missingColumns } from '#domain/office/import-headings.ts'
import { groupProblems } from '#domain/office/import-problems.ts'
import { columnsMissing, peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { inParts, partsOf } from '#server/in-parts.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { type FileColumn, ordersOf } from './queries.ts'
import { openFile } from './sealed-file.ts'
import { validateLines } from './validate-lines.ts'

interface Asked {
  id: number
  /** The meaning of each column of the file, from the first; '' is ignored. */
  columns: string[]
  /** The order of day and month in columns where somebody has chosen it. */
  dateOrders?: { column: string; order: DateOrder }[]
  policy: ImportPolicy
  requestId?: string
}

/** The maximum number of reported warnings. */
const maxWarnings = 200

/**
 * Validates an import without running it. Stores only which lines can be imported, and what is wrong with the
 * others.
 */
export async function checkImport(request: OfficeRequest, asked: Asked): Promise<Recorded<{ id: number }>> {
  const { db, config, clock } = request
  const now = clock()
  const before = await db.selectFrom('imports').selectAll().where('id', '=', asked.id).executeTakeFirst()
  requireThat(before, peopleSentences.importNotFound)
  requireThat(!isReadTwice(asked.columns), peopleSentences.columnTwice)
  const missing = missingColumns(before.kind, asked.columns)
  requireThat(missing.length === 0, columnsMissing(missing))
  const table = await openFile(config.dataKey, before)
  const columns = (before.columns as FileColumn[]).map((column, at) => ({
    ...column,
    readAs: asked.columns[at] ?? '',
    dateOrder: asked.dateOrders?.find(chosen => chosen.column === asked.columns[at])?.order,
  }))
  const { validated, problems, warnings, promised } = await validateLines(db, {
    ...{ run: before, table, columns: asked.columns, orders: ordersOf(columns) },
    ...{ policy: asked.policy, now },
  })
  const warned = (await inParts(groupProblems(warnings))).slice(0, maxWarnings)
  return recordAction(request, asked, async tx => {
    const written = await tx
      .updateTable('imports')
      .set({
        columns: JSON.stringify(columns),
        policy: asked.policy,
        state: 'checked',
        good: validated.good.length,
        promised: JSON.stringify(promised),
        warnings: JSON.stringify(warned),
      })
      .where('id', '=', asked.id)
      .where('state', 'in', ['uploaded', 'checked'])
      .returning('id')
      .executeTakeFirst()
    requireThat(written, peopleSentences.notNow)
    await writeBadRows(tx, asked.id, problems)
    return {
      answer: { id: asked.id },
      action: {
        action: 'import.check',
        subjectKind: 'import',
        subjectId: asked.id,
        facts: { good: validated.good.length, problems: problems.length },
      },
    }
  })
}

const rowsPerBatch = 1_000

/** Replaces the stored errors of the lines. An imported line keeps its row and is not repeated. */
export async function writeBadRows(tx: Tx, importId: number, problems: ImportProblem[]): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).where('outcome', '=', 'bad').execute()
  const byLine = Map.groupBy(problems, ({ line }) => line)
  const rows = [...byLine].map(([line, ofLine]) => ({ line, problems: ofLine }))
  for await (const some of partsOf(rows, rowsPerBatch)) {
    await sql`insert into import_rows (import_id, line, problems, outcome)
      select ${importId}, r.line, r.problems, 'bad'
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r (line integer, problems jsonb)
      on conflict do nothing`.execute(tx)
  }
  await sql`update imports set bad = (select count(*) from import_rows where import_id = ${importId} and outcome = 'bad')
    where id = ${importId}`.execute(tx)
}
