import { stringify } from 'csv-stringify/sync'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { writeAction } from './act.ts'

export interface TextFile {
  fileName: string
  text: string
}

/** A table as a file that table programs read as it was meant: what they would work out stays text (trust row 25). */
export const asFile = (
  fileName: string,
  rows: Record<string, unknown>[] | unknown[][],
  columns?: string[],
): TextFile => ({
  fileName,
  text: stringify(rows, {
    ...(columns && { header: true, columns }),
    escape_formulas: true,
    bom: true,
    record_delimiter: 'windows',
  }),
})

/** Makes a file of what a read finds; that it was made stands in the log, in the same transaction. */
export function exportFile(
  request: OfficeRequest,
  kind: string,
  make: (tx: Tx) => Promise<{ file: TextFile; rows: number }>,
): Promise<TextFile> {
  return transaction(request.db, async tx => {
    const { file, rows } = await make(tx)
    await writeAction(
      tx,
      request.staff,
      { action: 'export.file', subjectKind: kind, facts: { rows } },
      request.clock(),
    )
    return file
  })
}
