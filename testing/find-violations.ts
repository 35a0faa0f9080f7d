import type { Db } from '#server/database/connect.ts'
import { auditDatabase, type Finding } from '#server/database/invariants.ts'

/** The broken invariants alone: what a test expects to be empty when it has done its worst. */
export async function findViolations(db: Db, now: Date, dataKeys: Buffer[] = []): Promise<Finding[]> {
  const findings = await auditDatabase(db, now, dataKeys)
  return findings.filter(finding => finding.violations > 0)
}
