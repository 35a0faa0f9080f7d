import { type RawBuilder, sql } from 'kysely'

/** Formats a moment as London's wall clock shows it, `2026-03-29 10:00:00` (decision E-40). */
export const localTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'Europe/London', 'YYYY-MM-DD HH24:MI:SS')`

/** Formats a moment as the office's calls send it, `2026-03-29T09:00:00.000Z`. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
