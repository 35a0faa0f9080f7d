import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { openNote, sealAnew, sealNote } from '#server/features/children/seal-note.ts'
import { type FileTable, readCsv } from './read-file.ts'

const placeOf = (sha256: Uint8Array) => `import of ${Buffer.from(sha256).toString('hex')}`

/** Seals a file as notes are sealed: it is full of them. */
export const sealFile = (key: Buffer, sha256: Buffer, bytes: Buffer): Buffer =>
  sealNote(key, bytes.toString('latin1'), placeOf(sha256))

/** The file of an import, or its first lines. Refuses when it is no longer kept. */
export function openFile(
  key: Buffer,
  { sha256, file_sealed: sealed }: Pick<Schema['imports'], 'sha256' | 'file_sealed'>,
  atMost?: number,
): Promise<FileTable> {
  requireThat(sealed, peopleSentences.notNow)
  return readCsv(Buffer.from(openNote(key, sealed, placeOf(sha256)), 'latin1'), atMost)
}

const placeOfLine = (importId: number, line: number) => `import ${importId} line ${line}`

/** What stood somewhere before a line changed it. */
export const sealBefore = (key: Buffer, importId: number, line: number, before: unknown): Buffer =>
  sealNote(key, JSON.stringify(before), placeOfLine(importId, line))

/** The same, opened. */
export const openBefore = (key: Buffer, importId: number, line: number, sealed: Uint8Array): unknown =>
  JSON.parse(openNote(key, sealed, placeOfLine(importId, line)))

/** Seals what is kept of imports anew with another data key: one that waits can be run, one that was run be undone. */
export async function rotateImports(db: Db, from: Buffer, to: Buffer): Promise<void> {
  const files = await db.selectFrom('imports').select('id').where('file_sealed', 'is not', null).execute()
  for (const { id } of files) {
    const row = await db
      .selectFrom('imports')
      .select(['sha256', 'file_sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const file_sealed = row.file_sealed && sealAnew(from, to, row.file_sealed, placeOf(row.sha256))
    await db.updateTable('imports').set({ file_sealed }).where('id', '=', id).execute()
  }
  const lines = await db
    .selectFrom('import_rows')
    .select(['import_id', 'line', 'before_sealed'])
    .where('before_sealed', 'is not', null)
    .execute()
  for (const { import_id, line, before_sealed: sealed } of lines) {
    const before_sealed = sealed && sealAnew(from, to, sealed, placeOfLine(import_id, line))
    await db
      .updateTable('import_rows')
      .set({ before_sealed })
      .where('import_id', '=', import_id)
      .where('line', '=', line)
      .execute()
  }
}
