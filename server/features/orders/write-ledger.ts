import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

interface Entry {
  accountId: number
  delta: number
  reason: Schema['credit_entries']['reason']
  orderId: number
  /** The cancelled place that caused it. */
  bookingId?: number
  /** The refund for which credits of a pack are given back. */
  refundId?: number
  /** The member of staff who gives credits as goodwill. */
  staffId?: number
  memo: string
  now: Date
}

/**
 * Moves an account's class credits: the balance and its ledger row together. The account must be locked. Returns
 * the row's id.
 */
export async function moveCredits(tx: Tx, entry: Entry): Promise<number | undefined> {
  const { accountId, delta, reason, orderId, bookingId, refundId, staffId, memo, now } = entry
  if (delta === 0) return undefined
  const { rows } = await sql<{
    id: number
  }>`select move_credits(${accountId}, ${delta}, ${reason}, ${orderId}, ${memo}, ${now},
    booking => ${bookingId ?? null}, refund => ${refundId ?? null}, staff => ${staffId ?? null}) as id`.execute(
    tx,
  )
  return rows[0]?.id
}
