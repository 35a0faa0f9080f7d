import { sql } from 'kysely'

/**
 * Returns the columns to set when a family saves a row itself. They raise the version, so that an office form
 * that was read before is refused (spec 3 §2.3).
 */
export const savedByFamily = (now: Date) => ({
  version: sql<number>`version + 1`,
  updated_at: now,
  updated_by: null,
})
