import type { Db } from '#server/database/connect.ts'
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

/** The invariants, which must hold at any moment, under load and after any crash. Numbered as in docs/spec/trust.md. */
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

/** A broken invariant: how many rows break it, and the first few of them. */
export type Finding = Pick<Invariant, 'number' | 'rule'> & Offenders

/**
 * Checks every invariant, or those of `rules`, and writes nothing. `dataKeys` are the keys of notes and log
 * signatures. Without them it checks that all notes name the same key, and only counts signatures.
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
