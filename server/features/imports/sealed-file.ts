import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { isSealedWith, notePlace, openNote, resealNote, sealNote } from '#server/database/seal-note.ts'
import { type FileTable, readCsv } from './read-file.ts'

const placeOf = (sha256: Uint8Array) => `import of ${Buffer.from(sha256).toString('hex')}`

/** Encrypts a file as notes are, because it contains notes. */
export const sealFile = (key: Buffer, sha256: Buffer, bytes: Buffer): Buffer =>
  sealNote(key, bytes.toString('latin1'), placeOf(sha256))

/** Opens and reads the file of an import. Refuses when it has been deleted. */
export function openFile(
  key: Buffer,
  { sha256, file_sealed: sealed }: Pick<Schema['imports'], 'sha256' | 'file_sealed'>,
): Promise<FileTable> {
  requireThat(sealed, peopleSentences.notNow)
  return readCsv(Buffer.from(openNote(key, sealed, placeOf(sha256)), 'latin1'))
}

const placeOfSamples = (sha256: Uint8Array) => `samples of ${placeOf(sha256)}`
const sampledLines = 3
const sampledLetters = 60

/** Encrypts the first values of each column, which are shown beside its heading. */
export const sealSamples = (key: Buffer, sha256: Buffer, lines: FileTable['lines']): Buffer => {
  const samples = lines
    .slice(0, sampledLines)
    .map(({ values }) => values.map(value => value.slice(0, sampledLetters).toWellFormed()))
  return sealNote(key, JSON.stringify(samples), placeOfSamples(sha256))
}

/** Returns the first lines of a file, each value shortened; none when the file has been deleted. */
export const openSamples = (
  key: Buffer,
  {
    sha256,
    samples_sealed: sealed,
  }: Pick<Schema['imports'], 'sha256'> & { samples_sealed: Uint8Array | null },
): string[][] => (sealed ? JSON.parse(openNote(key, sealed, placeOfSamples(sha256))) : [])

const placeOfLine = (importId: number, line: number) => `import ${importId} line ${line}`

/** Encrypts the former values of what a line changed. */
export const sealBefore = (key: Buffer, importId: number, line: number, before: unknown): Buffer =>
  sealNote(key, JSON.stringify(before), placeOfLine(importId, line))

/** Decrypts the former values that `sealBefore` encrypted. */
export const openBefore = (key: Buffer, importId: number, line: number, sealed: Uint8Array): unknown =>
  JSON.parse(openNote(key, sealed, placeOfLine(importId, line)))

export const sealedColumns = ['medical_sealed', 'allergy_sealed'] as const
type SealedColumn = (typeof sealedColumns)[number]

const placeOfNote = (accountId: number, column: SealedColumn) =>
  notePlace(accountId, column === 'medical_sealed' ? 'medical' : 'allergy')

/** Formats a sealed note in a line's changes, as text that the database reads back as bytes. */
export const noteAsText = (sealed: Uint8Array): string => `\\x${Buffer.from(sealed).toString('hex')}`
const noteOfText = (text: string) => Buffer.from(text.slice('\\x'.length), 'hex')

/**
 * Whether a column still has the note that a line left. Compares decrypted notes, because each sealing gives
 * another envelope.
 */
export function isNoteLeft(
  key: Buffer,
  {
    accountId,
    column,
    left,
    present,
  }: { accountId: number; column: SealedColumn; left: string; present: Uint8Array },
): boolean {
  const envelope = noteOfText(left)
  const place = placeOfNote(accountId, column)
  return isSealedWith(key, envelope) && openNote(key, envelope, place) === openNote(key, present, place)
}

/**
 * Encrypts the stored data of imports again with another data key, also the notes in the changes of lines. So
 * a waiting import can still run, and an applied one be undone.
 */
export async function rotateImports(db: Db, from: Buffer, to: Buffer): Promise<void> {
  const files = await db.selectFrom('imports').select('id').where('file_sealed', 'is not', null).execute()
  for (const { id } of files) {
    const row = await db
      .selectFrom('imports')
      .select(['sha256', 'file_sealed', 'samples_sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const file_sealed = row.file_sealed && resealNote(from, to, row.file_sealed, placeOf(row.sha256))
    const samples_sealed =
      row.samples_sealed && resealNote(from, to, row.samples_sealed, placeOfSamples(row.sha256))
    await db.updateTable('imports').set({ file_sealed, samples_sealed }).where('id', '=', id).execute()
  }
  const lines = await db
    .selectFrom('import_rows')
    .select(['import_id', 'line', 'account_id', 'before_sealed'])
    .where('before_sealed', 'is not', null)
    .execute()
  for (const { import_id, line, account_id, before_sealed: sealed } of lines) {
    if (!sealed || isSealedWith(to, sealed)) continue
    const before = openBefore(from, import_id, line, sealed) as { child?: Record<string, string[]> }
    for (const column of sealedColumns) {
      const sides = before.child?.[column]?.map(text => {
        const note = noteOfText(text)
        // A file sealed with an older key is useless, but must not stop the rotation.
        const isOpen = isSealedWith(from, note)
        return isOpen ? noteAsText(resealNote(from, to, note, placeOfNote(account_id ?? 0, column))) : text
      })
      if (before.child && sides) before.child[column] = sides
    }
    await db
      .updateTable('import_rows')
      .set({ before_sealed: sealBefore(to, import_id, line, before) })
      .where('import_id', '=', import_id)
      .where('line', '=', line)
      .execute()
  }
}
