import type { RawBuilder } from 'kysely'

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

export const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
