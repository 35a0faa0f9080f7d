import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { familyInvariants } from './invariants/families.ts'
import type { Invariant } from './invariants/invariant.ts'
import { ledgerInvariants } from './invariants/ledgers.ts'
import { officeInvariants } from './invariants/office.ts'
import { orderInvariants } from './invariants/orders.ts'
import { paymentInvariants } from './invariants/payments.ts'
import { peopleInvariants } from './invariants/people.ts'
import { placeInvariants } from './invariants/places.ts'
import { planningInvariants } from './invariants/planning.ts'
import { workInvariants } from './invariants/work.ts'

/** Everything that must hold at any instant, under load and after any crash (docs/spec/trust.md, by its numbers). */
export const invariants: Invariant[] = [
  ...placeInvariants,
  ...ledgerInvariants,
  ...orderInvariants,
  ...paymentInvariants,
  ...familyInvariants,
  ...workInvariants,
  ...officeInvariants,
  ...planningInvariants,
  ...peopleInvariants,
].sort((one, other) => one.number - other.number)

/** How often one invariant is broken, with the first few rows that break it. */
export interface Finding {
  number: number
  rule: string
  violations: number
  examples: string[]
}

const examplesShown = 3

/**
 * Checks every invariant, or those of `rules`, by one SELECT each; reads only. `keyIds` are the data keys that notes may be sealed with;
 * without them all notes must name the same key.
 */
export async function auditDatabase(
  db: Db,
  now: Date,
  keyIds: Buffer[] = [],
  rules = invariants,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { number, rule, offenders } of rules) {
    const counted = await sql<Pick<Finding, 'violations' | 'examples'>>`
      select count(*) as violations, coalesce((array_agg(what order by what))[1:${sql.lit(examplesShown)}], '{}') as examples
      from (${offenders({ now, keyIds })}) as offenders`.execute(db)
    const { violations = 0, examples = [] } = counted.rows[0] ?? {}
    findings.push({ number, rule, violations, examples })
  }
  return findings
}
