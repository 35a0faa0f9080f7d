import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** The facts besides the rows that an invariant may depend on. */
export interface AuditMoment {
  now: Date
  /** The data keys of notes and log signatures; empty when none is available. */
  dataKeys: Buffer[]
}

/** How many rows break a rule, and the first few of them. */
export interface Offenders {
  violations: number
  examples: string[]
}

/** A rule in words, its number in docs/spec/trust.md, and the query that finds rows breaking it. */
export interface Invariant {
  number: number
  rule: string
  find: (db: Db, moment: AuditMoment) => Promise<Offenders>
}

const examplesShown = 3

/** Returns the number of offenders and the first few of them, in the given order. */
export const offendersOf = (all: string[]): Offenders => ({
  violations: all.length,
  examples: all.slice(0, examplesShown),
})

/**
 * Builds an invariant from its number, its words and its SELECT. A function in the template is called with
 * the audit's moment, and its result is the value.
 */
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
