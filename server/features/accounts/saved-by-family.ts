import { sql } from 'kysely'

/**
 * Returns the columns that say that a family itself has saved a row, so that an office form that was read before is
 * refused (spec 3 §2.3).
 */
export const savedByFamily = (now: Date) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  updated_by: null,
})
