import { type RawBuilder, sql } from 'kysely'

/** A moment as the London wall clock shows it, `2026-03-29 10:00:00` (decision E-40). */
export const localTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI:SS')`
