import { sql } from 'kysely'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import type { DateOrder } from '#domain/office/import-dates.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { isReadTwice, missingColumns } from '#domain/office/import-headings.ts'
import { groupProblems } from '#domain/office/import-problems.ts'
import { columnsMissing, peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { inParts, partsOf } from '#server/in-parts.ts'
import { judgeLines } from './judge-lines.ts'
import { type FileColumn, ordersOf } from './queries.ts'
import { openFile } from './sealed-file.ts'

interface Asked {
  id: number
  /** What each column of the file is read as, from the first; '' is left out. */
  columns: string[]
  /** In which order day and month stand, of columns where somebody has chosen it. */
  dateOrders?: { column: string; order: DateOrder }[]
  policy: ImportPolicy
  requestId?: string
}

/** More are not told: who has so many has another fault. */
const maxWarnings = 200

/** The dry run: what would be taken and what is wrong with which lines. Nothing but that is written. */
export async function checkImport(request: OfficeRequest, asked: Asked): Promise<Acted<{ id: number }>> {
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
  const { judged, problems, warnings, promised } = await judgeLines(db, {
    ...{ run: before, table, columns: asked.columns, orders: ordersOf(columns) },
    ...{ policy: asked.policy, now },
  })
  const warned = (await inParts(groupProblems(warnings))).slice(0, maxWarnings)
  return act(request, asked, async tx => {
    const written = await tx
      .updateTable('imports')
      .set({
        columns: JSON.stringify(columns),
        policy: asked.policy,
        state: 'checked',
        good: judged.good.length,
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
        facts: { good: judged.good.length, problems: problems.length },
      },
    }
  })
}

const rowsAtOnce = 1_000

/** Keeps what is wrong with which lines, in place of what was wrong before; a line that is in is there, and not twice. */
export async function writeBadRows(tx: Tx, importId: number, problems: ImportProblem[]): Promise<void> {
  await tx.deleteFrom('import_rows').where('import_id', '=', importId).where('outcome', '=', 'bad').execute()
  const byLine = Map.groupBy(problems, ({ line }) => line)
  const rows = [...byLine].map(([line, ofLine]) => ({ line, problems: ofLine }))
  for await (const some of partsOf(rows, rowsAtOnce)) {
    await sql`insert into import_rows (import_id, line, problems, outcome)
      select ${importId}, r.line, r.problems, 'bad'
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r (line integer, problems jsonb)
      on conflict do nothing`.execute(tx)
  }
  await sql`update imports set bad = (select count(*) from import_rows where import_id = ${importId} and outcome = 'bad')
    where id = ${importId}`.execute(tx)
}
