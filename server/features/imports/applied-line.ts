import type { ImportPolicy } from '#domain/office/import-families.ts'

/** The context in which a batch of lines is imported. */
export interface ImportContext {
  importId: number
  policy: ImportPolicy
  dataKey: Buffer
  staffId: number
  now: Date
}

/** The result of one line. */
export interface AppliedLine {
  line: number
  outcome: 'made' | 'changed' | 'kept'
  accountId: number | null
  made: Record<string, number | number[]>
  before?: Buffer
}
