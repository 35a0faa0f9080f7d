import { maxNameLetters } from '#domain/office/import-cells.ts'
import { isWholeName } from '#domain/office/import-headings.ts'
import type { ImportLine } from '#domain/office/import-line.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { isPlainName, type Names, splitName } from '#domain/office/split-name.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { inParts } from '#server/in-parts.ts'
import type { FileColumn } from './queries.ts'
import { asLines } from './read-file.ts'
import { openFile } from './sealed-file.ts'

const namesOnAPage = 20

interface SplitName extends Names {
  line: number
  whole: string
}

/**
 * Reads how a file's full names are split, each once, names of more than two words first. They are read from
 * the sealed file each time and stored nowhere else (record 065).
 */
export async function readNames(
  db: Db,
  dataKey: Buffer,
  { id, after }: { id: number; after: number },
): Promise<{ items: SplitName[]; total: number; decided: number }> {
  const run = await db
    .selectFrom('imports')
    .select(['columns', 'sha256', 'file_sealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  requireThat(run, peopleSentences.importNotFound)
  const columns = (run.columns as FileColumn[]).map(({ readAs }) => (isWholeName(readAs) ? readAs : ''))
  const { lines } = await inParts(asLines(await openFile(dataKey, run), columns))
  const { decided, plain } = await inParts(splitNames(lines))
  const all = [...decided, ...plain]
  return { items: all.slice(after, after + namesOnAPage), total: all.length, decided: decided.length }
}

/** Yields between lines, so that other work can run. */
function* splitNames(lines: ImportLine[]): Generator<void, Record<'decided' | 'plain', SplitName[]>> {
  const names = { decided: [] as SplitName[], plain: [] as SplitName[] }
  const seen = new Set<string>()
  for (const { line, cells } of lines) {
    yield
    for (const whole of Object.values(cells)) {
      if (whole.length > maxNameLetters || seen.has(whole)) continue
      seen.add(whole)
      const split = splitName(whole)
      if (split.lastName !== '')
        names[isPlainName(whole) ? 'plain' : 'decided'].push({ line, whole, ...split })
    }
  }
  return names
}
