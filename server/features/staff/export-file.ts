import { stringify } from 'csv-stringify/sync'
import type { TextFile } from '#contract/office/office-call.ts'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import { fileGoesOn } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { mostInAFile } from '#server/database/office-page.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { inParts } from '#server/in-parts.ts'
import { writeAction } from './act.ts'

/** By the names of its columns, or in their order. */
type Row = Record<string, unknown> | unknown[]

const rowsAtOnce = 100

/**
 * A table as a file that table programs read as it was meant: what they would work out stays text (trust row 25), and a
 * moment is what London's clock shows, as on the pages. Written in parts: others are answered between two.
 */
export const asFile = async (fileName: string, rows: Row[], columns?: string[]): Promise<TextFile> => ({
  fileName,
  text: await inParts(writeRows(rows, columns)),
})

function* writeRows(rows: Row[], columns?: string[]): Generator<void, string> {
  const parts: string[] = []
  for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
    const isFirst = from === 0
    const part = stringify(rows.slice(from, from + rowsAtOnce), {
      ...(columns && { header: isFirst, columns }),
      cast: { boolean: value => (value ? 'yes' : 'no'), date: momentInLondon },
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
  /** Else it is called what it is of, and of which day. */
  fileName?: string
}

/**
 * Makes a file of what a read finds, or of its beginning, and then says so. That it is made stands in the log, in the
 * same transaction as the read; the text is written after it, so that it keeps no connection to the database.
 */
export async function exportFile(
  { db, staff, clock, config }: OfficeRequest,
  kind: string,
  readTable: (tx: Tx) => Promise<Table>,
): Promise<TextFile> {
  const now = clock()
  const { rows, found, columns, fileName } = await transaction(db, async tx => {
    const { rows: found, ...table } = await readTable(tx)
    const rows = found.slice(0, mostInAFile)
    const facts = { rows: rows.length }
    await writeAction(tx, config, staff, { action: 'export.file', subjectKind: kind, facts }, now)
    return { fileName: `${kind}-${todayInLondon(now)}.csv`, ...table, rows, found: found.length }
  })
  const goesOn = found > rows.length ? [[fileGoesOn(mostInAFile)]] : []
  return asFile(fileName, [...rows, ...goesOn], columns)
}

/** As spec 3 §5.2 writes an amount. */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2)
