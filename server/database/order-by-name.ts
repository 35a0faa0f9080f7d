import { type RawBuilder, sql } from 'kysely'

/** Sorts names as people expect, Ångström before Bell. Both databases have this collation. */
export const byName = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate "und-x-icu"`
