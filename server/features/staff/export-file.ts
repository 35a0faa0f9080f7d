import { stringify } from 'csv-stringify/sync'
import type { TextFile } from '#contract/office/office-call.ts'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import { fileGoesOn } from '#domain/office/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { mostInAFile } from '#server/database/office-page.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { writeAction } from './act.ts'

/** By the names of its columns, or in their order. */
type Row = Record<string, unknown> | unknown[]

/**
 * A table as a file that table programs read as it was meant: what they would work out stays text (trust row 25), and a
 * moment is what London's clock shows, as on the pages.
 */
export const asFile = (fileName: string, rows: Row[], columns?: string[]): TextFile => ({
  fileName,
  text: stringify(rows, {
    ...(columns && { header: true, columns }),
    cast: { boolean: value => (value ? 'yes' : 'no'), date: momentInLondon },
    escape_formulas: true,
    bom: true,
    record_delimiter: 'windows',
  }),
})

interface Table {
  rows: Row[]
  columns?: string[]
  /** Else it is called what it is of, and of which day. */
  fileName?: string
}

/**
 * Makes a file of what a read finds, or of its beginning, and then says so; that it was made stands in the log, in the
 * same transaction.
 */
export const exportFile = (
  { db, staff, clock }: OfficeRequest,
  kind: string,
  readTable: (tx: Tx) => Promise<Table>,
): Promise<TextFile> =>
  transaction(db, async tx => {
    const now = clock()
    const { rows: found, columns, fileName = `${kind}-${todayInLondon(now)}.csv` } = await readTable(tx)
    const rows = found.slice(0, mostInAFile)
    const facts = { rows: rows.length }
    await writeAction(tx, staff, { action: 'export.file', subjectKind: kind, facts }, now)
    const goesOn = found.length > rows.length ? [[fileGoesOn(mostInAFile)]] : []
    return asFile(fileName, [...rows, ...goesOn], columns)
  })

/** As spec 3 §5.2 writes an amount. */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2)
