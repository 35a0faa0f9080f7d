import { sql } from 'kysely'

/** What staff read of a class `o`: its own name, or that of its type `y`. Families read both (`classTitle`). */
export const plannerTitle = sql<string>`coalesce(nullif(o.name, ''), y.name)`
