import type { TextFile } from '#contract/office/office-call.ts'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import { type ImportKind, importHeadings } from '#domain/office/import-headings.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { inParts } from '#server/in-parts.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { asFile, exportFile } from '#server/staff-log/export-file.ts'
import type { FileTable } from './read-file.ts'
import { openFile } from './sealed-file.ts'

/** Returns a template for a kind of file: its headings, and an example line. */
export function importTemplate(kind: ImportKind): Promise<TextFile> {
  const headings = importHeadings[kind]
  return asFile(
    `${kind}.csv`,
    [headings.map(({ example }) => example)],
    headings.map(({ name }) => name),
  )
}

/** Exports the lines that were not imported, unchanged, with their errors. */
export const exportBadRows = (request: OfficeRequest, { id }: { id: number }): Promise<TextFile> =>
  exportFile(request, 'import', async tx => {
    const run = await tx.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
    requireThat(run, peopleSentences.importNotFound)
    const { headings, lines } = await openFile(request.config.dataKey, run)
    const bad = await tx
      .selectFrom('import_rows')
      .select(['line', 'problems'])
      .where('import_id', '=', id)
      .where('outcome', '=', 'bad')
      .execute()
    const why = new Map(
      bad.map(({ line, problems }) => [
        line,
        (problems as ImportProblem[]).map(({ sentence }) => sentence).join('; '),
      ]),
    )
    const kept = headings
      .map((heading, at) => ({ heading, at }))
      .filter(({ heading }) => heading !== 'problem')
    const places = kept.map(({ at }) => at)
    const rows = await inParts(rowsToMend(lines, places, why))
    const columns = [...kept.map(({ heading }) => heading), 'problem']
    return { rows, columns, fileName: `to-mend-${run.file_name || 'import.csv'}` }
  })

/** Yields between lines, so that other work can run. */
function* rowsToMend(
  lines: FileTable['lines'],
  places: number[],
  why: Map<number, string>,
): Generator<void, string[][]> {
  const rows: string[][] = []
  for (const { line, values } of lines) {
    yield
    const problem = why.get(line)
    if (problem !== undefined) rows.push([...places.map(at => values[at] ?? ''), problem])
  }
  return rows
}
