import type { Db } from './connect.ts'
import { familyInvariants } from './invariants/families.ts'
import type { Invariant, Offenders } from './invariants/invariant.ts'
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
export type Finding = Pick<Invariant, 'number' | 'rule'> & Offenders

/**
 * Checks every invariant, or those of `rules`; reads only. `dataKeys` are those that notes may be sealed and the log
 * signed with; without them all notes must name the same key, and signatures are only counted.
 */
export async function auditDatabase(
  db: Db,
  now: Date,
  dataKeys: Buffer[] = [],
  rules = invariants,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { number, rule, find } of rules) {
    findings.push({ number, rule, ...(await find(db, { now, dataKeys })) })
  }
  return findings
}
