import { type RawBuilder, sql } from 'kysely'

/** Sorts by a name as people expect it, Ångström before Bell; both databases have this collation. */
export const byName = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate "und-x-icu"`
