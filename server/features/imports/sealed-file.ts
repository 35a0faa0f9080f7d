import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Schema } from '#server/database/schema.ts'
import { openNote, sealNote } from '#server/features/children/seal-note.ts'
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
