import { stringify } from 'csv-stringify/sync'
import type { TextFile } from '#contract/office/office-call.ts'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import { fileGoesOn } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { maxRowsInFile } from '#server/database/office-page.ts'
import { transaction } from '#server/database/transaction.ts'
import { inParts } from '#server/in-parts.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { StreamedFile } from '#server/request/streamed-file.ts'
import { writeAction } from './record-action.ts'

/** A row by column names, or in column order. */
type Row = Record<string, unknown> | unknown[]

const rowsPerBatch = 100
/** How many rows are read before the answer of a long file begins. */
const rowsBeforeAnswer = 1_000

/**
 * Writes a table as a file that spreadsheets show unchanged: cells that look like formulas stay text (trust row 25),
 * and moments are in London time, as on the pages. It yields between parts, so that other requests are answered.
 */
export const asFile = async (fileName: string, rows: Row[], columns?: string[]): Promise<TextFile> => ({
  fileName,
  text: await inParts(writeRows(rows, columns)),
})

function* writeRows(rows: Row[], columns?: string[], isBeginning = true): Generator<void, string> {
  const parts: string[] = []
  for (let from = 0; from === 0 || from < rows.length; from += rowsPerBatch) {
    const isFirst = isBeginning && from === 0
    const part = stringify(rows.slice(from, from + rowsPerBatch), {
      ...(columns && { header: isFirst, columns }),
      cast: {
        boolean: value => (value ? 'yes' : 'no'),
        date: momentInLondon,
        // An amount below zero begins like a formula, but must stay a number that adds up.
        string: value => (/^-\d+\.\d\d$/.test(value) ? { value, escape_formulas: false } : value),
      },
      escape_formulas: true,
      bom: isFirst,
      record_delimiter: 'windows',
    })
    parts.push(part)
    yield
  }
  return parts.join('')
}

interface Table {
  rows: Row[]
  columns?: string[]
  /** The file's name; by default its subject and the day. */
  fileName?: string
}

/**
 * Makes a file of a query's rows, cut off at the maximum. The export is logged in the transaction that reads; the text
 * is written afterwards, so that it holds no connection to the database.
 */
export async function exportFile(
  { db, staff, clock, config }: OfficeRequest,
  kind: string,
  readTable: (tx: Tx) => Promise<Table>,
): Promise<TextFile> {
  const now = clock()
  const { rows, found, columns, fileName } = await transaction(db, async tx => {
    const { rows: found, ...table } = await readTable(tx)
    const rows = found.slice(0, maxRowsInFile)
    const facts = { rows: rows.length }
    await writeAction(tx, config, staff, { action: 'export.file', subjectKind: kind, facts }, now)
    return { fileName: `${kind}-${todayInLondon(now)}.csv`, ...table, rows, found: found.length }
  })
  const goesOn = found > rows.length ? [[fileGoesOn(maxRowsInFile)]] : []
  return asFile(fileName, [...rows, ...goesOn], columns)
}

/**
 * Makes a file of rows that are read in parts while it is sent, cut off at the maximum. The first rows are read before the
 * answer begins, so that a refusal is still one; then the export is logged. No part holds a connection while the
 * file waits for a slow reader.
 */
export async function exportInParts(
  { db, staff, clock, config }: OfficeRequest,
  kind: string,
  {
    columns,
    parts,
    fileName = `${kind}-${todayInLondon(clock())}.csv`,
  }: { columns: string[]; parts: AsyncGenerator<Row[]>; fileName?: string },
): Promise<TextFile> {
  const begun: Row[][] = []
  let rows = 0
  let isWhole = false
  while (!isWhole && rows < rowsBeforeAnswer) {
    const { value, done } = await parts.next()
    if (done) isWhole = true
    else {
      begun.push(value)
      rows += value.length
    }
  }
  // How many rows a longer file has is not known yet.
  const facts: Record<string, number> = isWhole ? { rows } : { rowsAtLeast: rows }
  await transaction(db, tx =>
    writeAction(tx, config, staff, { action: 'export.file', subjectKind: kind, facts }, clock()),
  )
  return new StreamedFile(fileName, textOf(begun, parts, columns)) as unknown as TextFile
}

async function* textOf(
  begun: Row[][],
  rest: AsyncIterable<Row[]>,
  columns: string[],
): AsyncGenerator<string> {
  let written = 0
  for await (const part of afterThose(begun, rest)) {
    const rows = part.slice(0, maxRowsInFile - written)
    const isCut = rows.length < part.length
    const lines = isCut ? [...rows, [fileGoesOn(maxRowsInFile)]] : rows
    yield await inParts(writeRows(lines, columns, written === 0))
    written += rows.length
    if (isCut) return
  }
  if (written === 0) yield await inParts(writeRows([], columns))
}

async function* afterThose<Item>(begun: Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* begun
  yield* rest
}

/** Writes an amount in pounds, without a currency sign (spec 3 §5.2). */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2)
