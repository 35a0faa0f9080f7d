import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { isSealedWith, notePlace, openNote, sealAnew, sealNote } from '#server/features/children/seal-note.ts'
import { type FileTable, readCsv } from './read-file.ts'

const placeOf = (sha256: Uint8Array) => `import of ${Buffer.from(sha256).toString('hex')}`

/** Seals a file as notes are sealed: it is full of them. */
export const sealFile = (key: Buffer, sha256: Buffer, bytes: Buffer): Buffer =>
  sealNote(key, bytes.toString('latin1'), placeOf(sha256))

/** Opens and reads the file of an import. Refuses when it is no longer kept. */
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

/** Seals the first values of each column, which are shown beside its heading. */
export const sealSamples = (key: Buffer, sha256: Buffer, lines: FileTable['lines']): Buffer => {
  const samples = lines
    .slice(0, sampledLines)
    .map(({ values }) => values.map(value => value.slice(0, sampledLetters).toWellFormed()))
  return sealNote(key, JSON.stringify(samples), placeOfSamples(sha256))
}

/** The first lines of a file, each value cut short; none when the file is no longer kept. */
export const openSamples = (
  key: Buffer,
  {
    sha256,
    samples_sealed: sealed,
  }: Pick<Schema['imports'], 'sha256'> & { samples_sealed: Uint8Array | null },
): string[][] => (sealed ? JSON.parse(openNote(key, sealed, placeOfSamples(sha256))) : [])

const placeOfLine = (importId: number, line: number) => `import ${importId} line ${line}`

/** What stood somewhere before a line changed it. */
export const sealBefore = (key: Buffer, importId: number, line: number, before: unknown): Buffer =>
  sealNote(key, JSON.stringify(before), placeOfLine(importId, line))

/** The same, opened. */
export const openBefore = (key: Buffer, importId: number, line: number, sealed: Uint8Array): unknown =>
  JSON.parse(openNote(key, sealed, placeOfLine(importId, line)))

export const sealedColumns = ['medical_sealed', 'allergy_sealed'] as const
type SealedColumn = (typeof sealedColumns)[number]

const placeOfNote = (accountId: number, column: SealedColumn) =>
  notePlace(accountId, column === 'medical_sealed' ? 'medical' : 'allergy')

/** A sealed note among what a line changed: as text that the database reads back as bytes. */
export const noteAsText = (sealed: Uint8Array): string => `\\x${Buffer.from(sealed).toString('hex')}`
const noteOfText = (text: string) => Buffer.from(text.slice('\\x'.length), 'hex')

/** Whether a line left this note in a column: opened, for a note has another envelope each time that it is sealed. */
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
 * Seals what is kept of imports anew with another data key, the notes within what lines changed too: one that waits can
 * be run, one that was run be undone.
 */
export async function rotateImports(db: Db, from: Buffer, to: Buffer): Promise<void> {
  const files = await db.selectFrom('imports').select('id').where('file_sealed', 'is not', null).execute()
  for (const { id } of files) {
    const row = await db
      .selectFrom('imports')
      .select(['sha256', 'file_sealed', 'samples_sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const file_sealed = row.file_sealed && sealAnew(from, to, row.file_sealed, placeOf(row.sha256))
    const samples_sealed =
      row.samples_sealed && sealAnew(from, to, row.samples_sealed, placeOfSamples(row.sha256))
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
        // One of an older key is of no use any more, and no reason to stop half-way.
        const isOpen = isSealedWith(from, note)
        return isOpen ? noteAsText(sealAnew(from, to, note, placeOfNote(account_id ?? 0, column))) : text
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
