import { createHash } from 'node:crypto'
import { todayInLondon } from '#domain/calendar.ts'
import { longDay } from '#domain/format-dates.ts'
import { isNote } from '#domain/office/import-cells.ts'
import { guessColumns, type ImportKind, importKinds } from '#domain/office/import-headings.ts'
import { importedBefore, importFailedBefore, peopleSentences } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import type { FileColumn } from './queries.ts'
import { encodingOf, readCsv } from './read-file.ts'
import { sealFile, sealSamples } from './sealed-file.ts'

/** Stores an uploaded file, encrypted, as the kind that most of its headings belong to. */
export async function uploadImport(
  request: OfficeRequest,
  { file, requestId }: { file: Blob; requestId?: string },
): Promise<Recorded<{ id: number }>> {
  const { clock, config, staff } = request
  const bytes = Buffer.from(await file.bytes())
  const { headings, lines } = await readCsv(bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const kind = guessKind(headings)
  return recordAction(request, { requestId }, async tx => {
    const { id } = await tx
      .insertInto('imports')
      .values({
        kind,
        file_name: '',
        sha256,
        encoding: encodingOf(bytes),
        state: 'uploaded',
        columns: JSON.stringify(columnsFor(kind, headings)),
        file_sealed: sealFile(config.dataKey, sha256, bytes),
        samples_sealed: sealSamples(config.dataKey, sha256, lines),
        rows: lines.length,
        staff_id: staff.staffId,
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { kind, lines: lines.length }
    return {
      answer: { id },
      action: { action: 'import.upload', subjectKind: 'import', subjectId: id, facts },
    }
  })
}

/**
 * Records the kind of an uploaded file and guesses its columns. The same file is refused a second time, unless
 * its import was undone or the file is no longer stored.
 */
export async function beginImport(
  request: OfficeRequest,
  { id, kind, fileName, requestId }: { id: number; kind: ImportKind; fileName: string; requestId?: string },
): Promise<Recorded<{ id: number }>> {
  const recorded = await recordAction<{ id: number; refused?: string }>(request, { requestId }, async tx => {
    const present = await tx
      .selectFrom('imports')
      .select(['sha256', 'columns'])
      .where('id', '=', id)
      .where('state', '=', 'uploaded')
      .executeTakeFirst()
    requireThat(present, peopleSentences.notNow)
    const refused = await whyNotNew(tx, { id, kind, sha256: present.sha256 })
    if (refused) {
      await tx.deleteFrom('imports').where('id', '=', id).execute()
      const facts = { kind, isRefused: true }
      return {
        answer: { id, refused },
        action: { action: 'import.begin', subjectKind: 'import', subjectId: id, facts },
      }
    }
    const headings = (present.columns as FileColumn[]).map(({ heading }) => heading)
    await tx
      .updateTable('imports')
      .set({ kind, file_name: fileName, columns: JSON.stringify(columnsFor(kind, headings)) })
      .where('id', '=', id)
      .execute()
    return {
      answer: { id },
      action: { action: 'import.begin', subjectKind: 'import', subjectId: id, facts: { kind } },
    }
  })
  const { refused } = recorded.answer
  if (refused) throw new Refusal(refused)
  return recorded
}

/**
 * Returns the message that refuses a file already imported, even in part, unless it was undone, because its credits
 * would be granted again. The same holds for a corrected file after an import of credits stopped half-way.
 */
export async function whyNotNew(
  tx: Tx,
  { id, kind, sha256 }: { id: number; kind: ImportKind; sha256: Uint8Array },
): Promise<string | undefined> {
  const before = await tx
    .selectFrom('imports')
    .select(['finished_at', 'state'])
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where(({ and, eb, exists, or, selectFrom }) => {
      const isSame = eb('sha256', '=', sha256)
      const taken = selectFrom('import_rows')
        .select('line')
        .whereRef('import_id', '=', 'imports.id')
        .where('outcome', 'in', ['made', 'changed'])
      const isHalfIn = and([eb('state', '=', 'failed'), exists(taken)])
      return or([
        and([isSame, eb('state', '=', 'done')]),
        kind === 'credits' ? isHalfIn : and([isSame, isHalfIn]),
      ])
    })
    .executeTakeFirst()
  if (!before?.finished_at) return undefined
  const day = longDay(todayInLondon(before.finished_at))
  return before.state === 'done' ? importedBefore(day) : importFailedBefore(day)
}

/** Returns the kind that most columns belong to. */
function guessKind(headings: string[]): ImportKind {
  const counts = importKinds.map(kind => ({
    kind,
    count: guessColumns(kind, headings).filter(column => column !== '').length,
  }))
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).kind
}

function columnsFor(kind: ImportKind, headings: string[]): FileColumn[] {
  const guessed = guessColumns(kind, headings)
  return headings.map((heading, at) => ({
    heading: heading.slice(0, 100).toWellFormed(),
    readAs: guessed[at] ?? '',
    isNote: guessColumns('families', [heading]).some(isNote),
  }))
}
