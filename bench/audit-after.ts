import { auditDatabase } from '#server/audit/invariants.ts'
import type { Db } from '#server/database/connect.ts'
import { dataKey } from './start-product.ts'

/** Runs the audit after a bench and says which rules are broken, if any. */
export async function auditAfter(db: Db): Promise<{ isSound: boolean; words: string }> {
  const findings = await auditDatabase(db, new Date(), [dataKey])
  const broken = findings.filter(({ violations }) => violations > 0).map(({ rule }) => rule)
  return { isSound: broken.length === 0, words: broken.join('; ') || 'every invariant holds' }
}
