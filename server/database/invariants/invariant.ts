import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** What an invariant may depend on beside the rows. */
export interface AuditMoment {
  now: Date
  /** The data keys that notes may be sealed and the log signed with; none when no key is at hand. */
  dataKeys: Buffer[]
}

/** How many rows break a rule, and the first few of them. */
export interface Offenders {
  violations: number
  examples: string[]
}

/** A rule in plain words, its number in docs/spec/trust.md, and how the rows that break it are found. */
export interface Invariant {
  number: number
  rule: string
  find: (db: Db, moment: AuditMoment) => Promise<Offenders>
}

const examplesShown = 3

/** The first few, in the order in which one SELECT would give them. */
export const offendersOf = (all: string[]): Offenders => ({
  violations: all.length,
  examples: all.slice(0, examplesShown),
})

/** An invariant by its number, its words and its SELECT; what depends on the moment stands in it as a function. */
export const rule =
  (number: number, words: string) =>
  (
    select: TemplateStringsArray,
    ...parts: (RawBuilder<unknown> | number | ((moment: AuditMoment) => unknown))[]
  ): Invariant => ({
    number,
    rule: words,
    find: async (db, moment) => {
      const given = parts.map(part => (typeof part === 'function' ? part(moment) : part))
      const { rows } = await sql<Offenders>`
        select count(*) as violations, coalesce((array_agg(what order by what))[1:${sql.lit(examplesShown)}], '{}') as examples
        from (${sql(select, ...given)}) as offenders`.execute(db)
      return rows[0] ?? { violations: 0, examples: [] }
    },
  })

export const minutesBefore =
  (minutes: number) =>
  ({ now }: AuditMoment): Date =>
    new Date(now.getTime() - minutes * 60_000)
