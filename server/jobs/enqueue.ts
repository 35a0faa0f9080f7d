import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { StaffNews } from '#server/features/staff/tell-staff.ts'

/** Deferred work, by kind; the payload is what the job needs to find the rest in the database. */
export interface JobPayloads {
  'send-mail': { mailId: number }
  /** Of a mail that may come too late: it waits behind no other kind of mail. */
  'send-urgent-mail': { mailId: number }
  'mail-code': { codeId: number }
  'warn-of-tries': { email: string }
  'order-confirmed': { orderId: number }
  'order-cancelled': { orderId: number }
  'ask-to-confirm': { orderId: number }
  'booking-moved': { moveId: number }
  /** With the version of its session where that has another time since the offer. */
  'place-offered': { entryId: number; version?: number }
  'waiting-list-joined': { entryId: number }
  'lapse-offer': { entryId: number }
  'close-card-page': { paymentId: number }
  'refund-payment': { refundId: number }
  'remove-picture': { path: string }
  'publish-drafts': { termId: number } | { sessionIds: number[] }
  'copy-term': { termId: number }
  /** As an older server writes it. */
  'session-moved': { changeId: number }
  'sessions-moved': { changeIds: number[] }
  'session-elsewhere': { sessionId: number; wasVenueId: number; version: number }
  'text-in-force': { area: string; key: string }
  'tell-staff': StaffNews
  'import-lines': { importId: number }
  'complete-orders': Record<string, never>
  'clear-old-rows': Record<string, never>
  audit: Record<string, never>
}
export type JobKind = keyof JobPayloads
/** What is done once a night needs nothing to find its work by. */
export type NightlyKind = 'complete-orders' | 'clear-old-rows' | 'audit'

/**
 * Writes a job in the caller's transaction; it runs after the commit, at least once, by any process.
 * `onceKey` makes a second job of the same key a no-op.
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
