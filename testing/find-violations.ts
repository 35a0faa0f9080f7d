import { auditDatabase, type Finding } from '#server/audit/invariants.ts'
import type { Db } from '#server/database/connect.ts'

/** Returns only the broken invariants. A test expects none. */
export async function findViolations(db: Db, now: Date, dataKeys: Buffer[] = []): Promise<Finding[]> {
  const findings = await auditDatabase(db, now, dataKeys)
  return findings.filter(finding => finding.violations > 0)
}
