import { stringify } from 'csv-stringify/sync'
import type { TextFile } from '#contract/office/office-call.ts'
import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { writeAction } from './act.ts'

/**
 * A table as a file that table programs read as it was meant: what they would work out stays text (trust row 25), and a
 * moment is what London's clock shows, as on the pages.
 */
export const asFile = (
  fileName: string,
  rows: Record<string, unknown>[] | unknown[][],
  columns?: string[],
): TextFile => ({
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
  rows: Record<string, unknown>[] | unknown[][]
  columns?: string[]
  /** Else it is called what it is of, and of which day. */
  fileName?: string
}

/** Makes a file of what a read finds; that it was made stands in the log, in the same transaction. */
export const exportFile = (
  { db, staff, clock }: OfficeRequest,
  kind: string,
  readTable: (tx: Tx) => Promise<Table>,
): Promise<TextFile> =>
  transaction(db, async tx => {
    const now = clock()
    const { rows, columns, fileName = `${kind}-${todayInLondon(now)}.csv` } = await readTable(tx)
    const facts = { rows: rows.length }
    await writeAction(tx, staff, { action: 'export.file', subjectKind: kind, facts }, now)
    return asFile(fileName, rows, columns)
  })

/** As spec 3 §5.2 writes an amount. */
export const inPounds = (pence: number): string => (pence / 100).toFixed(2)
