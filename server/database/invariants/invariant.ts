import { type RawBuilder, sql } from 'kysely'

/** What an invariant may depend on beside the rows. */
export interface AuditMoment {
  now: Date
  /** The data keys that notes may be sealed with; none when no key is at hand. */
  keyIds: Buffer[]
}

/** A rule in plain words, its number in docs/spec/trust.md, and the SELECT of the rows that break it. */
export interface Invariant {
  number: number
  rule: string
  offenders: (moment: AuditMoment) => RawBuilder<{ what: string }>
}

/** An invariant by its number, its words and its SELECT; what depends on the moment stands in it as a function. */
export const rule =
  (number: number, words: string) =>
  (
    select: TemplateStringsArray,
    ...parts: (RawBuilder<unknown> | number | ((moment: AuditMoment) => unknown))[]
  ) => ({
    number,
    rule: words,
    offenders: (moment: AuditMoment) =>
      sql<{ what: string }>(select, ...parts.map(part => (typeof part === 'function' ? part(moment) : part))),
  })

export const minutesBefore =
  (minutes: number) =>
  ({ now }: AuditMoment): Date =>
    new Date(now.getTime() - minutes * 60_000)
