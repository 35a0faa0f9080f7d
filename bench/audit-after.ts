import type { Db } from '#server/database/connect.ts'
import { auditDatabase } from '#server/database/invariants.ts'
import { dataKey } from './start-product.ts'

/** What the audit says after a bench: the rules that are broken, or that none is. */
export async function auditAfter(db: Db): Promise<{ isSound: boolean; words: string }> {
  const findings = await auditDatabase(db, new Date(), [dataKey])
  const broken = findings.filter(({ violations }) => violations > 0).map(({ rule }) => rule)
  return { isSound: broken.length === 0, words: broken.join('; ') || 'every invariant holds' }
}
