import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { JobKind, JobPayloads } from './job-kinds.ts'

/**
 * Writes a job in the caller's transaction. Any process runs it after the commit, at least once. A second job with the
 * same `onceKey` is not written.
 */
export async function enqueue<K extends JobKind>(
  tx: Db,
  kind: K,
  payload: JobPayloads[K],
  runAt: Date,
  onceKey?: string,
): Promise<void> {
  await sql`select enqueue_job(${kind}, ${JSON.stringify(payload)}, ${runAt}, ${onceKey ?? null})`.execute(tx)
}
